import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '@kargo/commands/settings';

// `pnpm proof varnish`: the gateway's test behind Varnish, with a minute of load and twenty new releases.

if (spawnSync('varnishd', ['-V']).error) {
  console.error(
    'Varnish is not installed, so nothing was tried. On Debian: apt-get install --no-install-recommends varnish',
  );
  process.exit(1);
}

const words = ['--test', join(root, 'platform/gateway/src/varnish.test.ts')];
const env = { ...process.env, PROOF: '1' };
process.exit(spawnSync(process.execPath, words, { env, stdio: 'inherit' }).status ?? 1);
