import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { SmokeTest, SmokeTestResult } from '@kargo/delivery/judge-releases';
import { CliError } from './cli-error.ts';
import { progress, seconds } from './progress.ts';

/**
 * Opens the screens of apps in a browser, see `SmokeTest`.
 *
 * @param releases the release store
 * @param dataFolder where pictures and traces of what failed are kept
 */
export function smokeTestIn(releases: string, dataFolder: string): SmokeTest {
  const program = fileURLToPath(import.meta.resolve('@kargo/smoke-test/smoke-test'));
  return async (task, apps) => {
    progress(`Opening the screens of ${apps.join(', ')}`);
    const started = performance.now();
    const evidence = join(dataFolder, 'smoke-test', new Date().toISOString().replaceAll(':', '-'));
    const child = spawn(process.execPath, [program, releases, ...apps]);
    child.stdin.end(JSON.stringify({ ...task, evidence }));
    const [result, failure] = await Promise.all([text(child.stdout), text(child.stderr)]);
    if (!result) throw new CliError(`The screens could not be opened: ${failure}`);
    const answer: SmokeTestResult & { summary: string } = JSON.parse(result);
    const took = `Smoke test: ${seconds(performance.now() - started)}`;
    if (answer.opened.length + answer.warnings.length === 0)
      progress('No route leads to one of them: nothing was opened');
    else if (answer.summary) progress(`${took}; ${answer.summary}`);
    for (const warning of answer.warnings) progress(`Warning: ${warning}`);
    return answer;
  };
}
