import { reservedFolders } from '@kargo/shared-types/releases/release-addresses';
import type { NewRemote } from './write-remote.ts';

/** First path segments that the gateway answers itself. */
const gatewayParts = ['api', 'healthz', 'readyz', 'releases'];

/** Says in a sentence why a remote may not have this name or address; undefined if it may. */
export function formatProblem({ name, path }: NewRemote): string | undefined {
  if (!/^[a-z][a-z0-9]{0,19}$/.test(name))
    return `The name has up to 20 lowercase letters and digits, such as tracking, not "${name}".`;
  // Device names, which Windows forbids for folders, and names that every object has.
  if (/^(con|prn|aux|nul|(com|lpt)\d)$/.test(name) || name in {})
    return `Windows or JavaScript has a "${name}" of its own: choose another name.`;
  if (name === 'shell') return 'The site itself is called shell: choose another name.';
  if (reservedFolders.some((folder) => folder === name))
    return `The release store has a folder "${name}" of its own: choose another name.`;
  if (!/^(\/[a-z0-9-]+)+$/.test(path))
    return `The address is made of slashes, lowercase letters, digits and hyphens, such as /track, not "${path}".`;
  const [, first = ''] = path.split('/');
  if (gatewayParts.includes(first))
    return `The gateway answers /${first} itself: choose another address.`;
  return undefined;
}
