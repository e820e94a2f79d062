import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { chromium } from '@playwright/test';

const deadlineMs = 180_000;

/** Downloads Playwright's browser if it is missing. Returns whether it is installed afterwards. */
export async function installBrowser(): Promise<boolean> {
  if (existsSync(chromium.executablePath())) return true;
  const packageFile = createRequire(import.meta.url).resolve('@playwright/test/package.json');
  const installation = spawn(
    process.execPath,
    [join(dirname(packageFile), 'cli.js'), 'install', '--only-shell', 'chromium'],
    { stdio: 'ignore', timeout: deadlineMs },
  );
  const [exitCode] = await once(installation, 'exit');
  return exitCode === 0;
}
