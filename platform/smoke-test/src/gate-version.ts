import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const programs = ['@kargo/smoke-test/smoke-test', '@kargo/gateway/server'];

/**
 * Returns a hash of these programs and of the pinned browser, whichever one starts, so that a
 * verdict counts on every machine. BROWSER_PATH replaces that browser, but is not run: this
 * process has the publisher's secrets.
 */
export function gateVersion(): string {
  const hash = createHash('sha256');
  for (const program of programs) {
    const folder = dirname(fileURLToPath(import.meta.resolve(program)));
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const sources = names.filter((name) => /(?<!\.test|\.d)\.[jt]s$/.test(name)).sort();
    for (const name of ['../package.json', ...sources])
      hash.update(readFileSync(join(folder, name)));
  }
  const { version } = createRequire(import.meta.url)('@playwright/test/package.json');
  const { BROWSER_PATH = '' } = process.env;
  const size = statSync(BROWSER_PATH, { throwIfNoEntry: false })?.size;
  return hash.update(`${version} ${BROWSER_PATH} ${size}`).digest('hex');
}
