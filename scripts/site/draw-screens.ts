import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Change } from 'delivery/make-current';
import { CliError } from './cli-error.ts';
import { progress, seconds } from './progress.ts';
import { root } from './settings.ts';

const program = join(root, 'e2e/src/drawing/draw-screens.ts');

/** Opens the screens of apps in a browser, see `Change`. */
export function drawScreens(releases: string): NonNullable<Change['draw']> {
  if (!existsSync(program)) {
    throw new CliError(
      'Without the folder e2e no browser can open the screens: add --without-browser.',
    );
  }
  return async (map, apps) => {
    progress(`Opening the screens of ${apps.join(', ')}`);
    const started = performance.now();
    const child = spawn(process.execPath, [program, releases, ...apps], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    child.stdin.end(JSON.stringify(map));
    const [answer, complaint] = await Promise.all([text(child.stdout), text(child.stderr)]);
    if (!answer) throw new CliError(`The screens could not be opened: ${complaint}`);
    progress(`Opened them in ${seconds(performance.now() - started)}`);
    return JSON.parse(answer);
  };
}
