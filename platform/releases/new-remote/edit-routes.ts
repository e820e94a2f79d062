import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CliError } from '@kargo/commands/cli-error';
import { type NewRemote, screenOf } from '@kargo/create-remote/write-remote';
import ts from 'typescript';

/** The shell's route table, which is the one list of what is shown where. */
export const routeTable = 'shell/src/routes.ts';

/** @throws {CliError} when the source cannot be read, such as within a merge */
export function readRouteTable(checkout: string): string {
  const source = readFileSync(join(checkout, routeTable), 'utf8');
  const [problem] = ts.transpileModule(source, { reportDiagnostics: true }).diagnostics ?? [];
  if (!problem) return source;
  const line = source.slice(0, problem.start).split('\n').length;
  const reason = ts.flattenDiagnosticMessageText(problem.messageText, ' ');
  throw new CliError(`${routeTable}:${line}: ${reason}`);
}

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
    layout: 'shown',
    access: 'public',
    indexed: false,
  },
`;
  return source.replace(table, () => table + route);
}
