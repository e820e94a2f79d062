import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { SmokeTest, SmokeTestResult } from 'delivery/make-current';
import { CliError } from './cli-error.ts';
import { progress, seconds } from './progress.ts';

/**
 * Opens the screens of apps in a browser, see `SmokeTest`.
 *
 * @param releases the release store
 */
export function smokeTestIn(releases: string): SmokeTest {
  const program = fileURLToPath(import.meta.resolve('smoke-test/smoke-test'));
  return async (site, apps) => {
    progress(`Opening the screens of ${apps.join(', ')}`);
    const started = performance.now();
    const child = spawn(process.execPath, [program, releases, ...apps]);
    child.stdin.end(JSON.stringify(site));
    const [result, failure] = await Promise.all([text(child.stdout), text(child.stderr)]);
    if (!result) throw new CliError(`The screens could not be opened: ${failure}`);
    const answer: SmokeTestResult = JSON.parse(result);
    const end =
      answer.opened.length > 0
        ? `Opened ${answer.opened.length} in ${seconds(performance.now() - started)}`
        : 'No route leads to one of them: nothing was opened';
    progress(end);
    return answer;
  };
}
