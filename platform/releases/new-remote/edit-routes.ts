import { CliError } from '@kargo/commands/cli-error';
import { type NewRemote, screenOf } from '@kargo/create-remote/write-remote';

/** The shell's route table, which is the one list of what is shown where. */
export const routeTable = 'shell/src/routes.ts';

/** The shell's route table with a public page for the screen of a new remote. */
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
