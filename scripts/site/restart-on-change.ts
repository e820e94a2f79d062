import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { exitWithParent } from './child.ts';

/**
 * Runs a program for `pnpm dev` and starts it again when a source file changes; one that ends by
 * itself is started at the next change. `node --watch` cannot be used: it keeps running when the
 * supervisor that started it is killed.
 *
 * Usage: node scripts/site/restart-on-change.ts <script> <folder to watch>...
 */
const [script = '', ...folders] = process.argv.slice(2);

/** Several files that are saved at once are one change. */
const quietMs = 150;

let program = run();
let timer: NodeJS.Timeout | undefined;
let restarting = false;

for (const folder of folders) {
  watch(folder, { recursive: true }, (_event, file) => {
    if (!file || /\.test\.ts$/.test(file)) return;
    clearTimeout(timer);
    timer = setTimeout(restart, quietMs);
  });
}

process.on('SIGTERM', async () => {
  await end(program);
  process.exit(0);
});

function run(): ChildProcess {
  const child = fork(script, {
    execArgv: ['--import', exitWithParent],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.on('message', (message) => process.send?.(message));
  return child;
}

async function restart(): Promise<void> {
  if (restarting) {
    timer = setTimeout(restart, quietMs);
    return;
  }
  restarting = true;
  await end(program);
  program = run();
  restarting = false;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
