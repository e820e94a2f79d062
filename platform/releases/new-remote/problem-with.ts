import { formatProblem } from '@kargo/create-remote/format-problem';
import { type NewRemote, screenOf } from '@kargo/create-remote/write-remote';
import type { PublishedRoutes } from '@kargo/shared-types/releases/release';
import type { App } from '@kargo/tools/remotes';

/** Says in a sentence why a remote cannot be added; undefined if it can. */
export function problemWith(
  { name, path }: NewRemote,
  apps: readonly App[],
  { routes }: PublishedRoutes,
): string | undefined {
  const problem = formatProblem({ name, path });
  if (problem) return problem;
  if (apps.some((app) => app.name === name)) return `There is an app "${name}" already.`;
  const screen = screenOf(name);
  if (routes.some((route) => route.name === screen))
    return `There is a route "${screen}" already: choose another name.`;
  const taken = routes.find((route) => route.path.toLowerCase() === path);
  if (taken) return `${path} is the address of ${taken.screen} already.`;
  return undefined;
}
