import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Change } from 'delivery/make-current';
import { CliError } from './cli-error.ts';
import { progress, seconds } from './progress.ts';

/**
 * Opens the screens of apps in a browser, see `Change`.
 *
 * @param releases folder of all releases
 */
export function smokeTestIn(releases: string): NonNullable<Change['smokeTest']> {
  const program = fileURLToPath(import.meta.resolve('smoke-test/smoke-test'));
  return async (map, apps) => {
    progress(`Opening the screens of ${apps.join(', ')}`);
    const started = performance.now();
    const child = spawn(process.execPath, [program, releases, ...apps]);
    child.stdin.end(JSON.stringify(map));
    const [problems, failure] = await Promise.all([text(child.stdout), text(child.stderr)]);
    if (!problems) throw new CliError(`The screens could not be opened: ${failure}`);
    progress(`Opened them in ${seconds(performance.now() - started)}`);
    return JSON.parse(problems);
  };
}
