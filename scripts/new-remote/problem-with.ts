import type { PublishedRoutes } from '@kargo/shared-types/releases/release';
import { reservedFolders } from '@kargo/shared-types/releases/release-addresses';
import type { App } from '@kargo/tools/remotes';
import { type NewRemote, screenOf } from './write-remote.ts';

/** First parts of addresses that the gateway answers itself. */
const gatewayParts = ['api', 'healthz', 'readyz', 'releases'];

/** Says in a sentence why a remote cannot be added; undefined if it can. */
export function problemWith(
  { name, path }: NewRemote,
  apps: readonly App[],
  { routes }: PublishedRoutes,
): string | undefined {
  if (!/^[a-z][a-z0-9]{0,19}$/.test(name))
    return `The name has up to 20 small letters and digits, such as tracking, not "${name}".`;
  if (reservedFolders.some((folder) => folder === name))
    return `The release store has a folder "${name}" of its own: choose another name.`;
  if (apps.some((app) => app.name === name)) return `There is an app "${name}" already.`;
  const screen = screenOf(name);
  if (routes.some((route) => route.name === screen))
    return `There is a route "${screen}" already: choose another name.`;
  if (!/^(\/[a-z0-9-]+)+$/.test(path))
    return `The address is made of slashes, small letters, digits and hyphens, such as /track, not "${path}".`;
  const [, first = ''] = path.split('/');
  if (gatewayParts.includes(first))
    return `The gateway answers /${first} itself: choose another address.`;
  const taken = routes.find((route) => route.path.toLowerCase() === path);
  if (taken) return `${path} is the address of ${taken.screen} already.`;
  return undefined;
}
