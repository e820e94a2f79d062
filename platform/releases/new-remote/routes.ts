import type { App } from '@kargo/build/remotes';
import { CliError } from '@kargo/commands/cli-error';
import { formatProblem } from '@kargo/create-remote/format-problem';
import { type NewRemote, screenOf } from '@kargo/create-remote/write-remote';
import type { PublishedRoutes } from '@kargo/shared-types/releases/published-routes';

/** The shell's route table, the only list of which screen is shown where. */
export const routeTable = 'shell/src/routes.ts';

/** Says in a sentence why a remote cannot be added; undefined if it can. */
export function problemWith(
  { name, path }: NewRemote,
  apps: readonly App[],
  { routes }: Pick<PublishedRoutes, 'routes'>,
): string | undefined {
  const problem = formatProblem({ name, path });
  if (problem) return problem;
  if (apps.some((app) => app.name === name)) return `There is an app "${name}" already.`;
  const screen = screenOf(name);
  if (routes.some((route) => route.name === screen))
    return `There is a route "${screen}" already: choose another name.`;
  const taken = routes.find((route) => route.path.toLowerCase() === path);
  return taken && `${path} is the address of ${taken.screen} already.`;
}

/** The shell's route table with a public page for a new remote's screen. */
export function withRoute(source: string, { name, path }: NewRemote): string {
  const screen = screenOf(name);
  const [table = ''] = /^export const routes\b[\s\S]*?^(?=\];)/m.exec(source) ?? [];
  if (!table) throw new CliError(`${routeTable} has no array "routes".`);
  const route = `\
  {
    path: '${path}',
    name: '${screen}',
    screen: '${name}/${screen}',
    access: 'public',
  },
`;
  return source.replace(table, () => table + route);
}
