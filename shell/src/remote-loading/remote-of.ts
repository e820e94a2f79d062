import type { RemoteName, ScreenId } from 'shared-types/page/screens';

/** The remote that a screen belongs to. */
export function remoteOf(id: ScreenId): RemoteName {
  return id.split('/')[0] as RemoteName;
}
