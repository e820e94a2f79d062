import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  parsePublisherKey,
  publisherVariables,
} from '@kargo/shared-types/releases/release-signature';
import { root } from './builds/root.ts';
import { measureRequests } from './requests/measure-requests.ts';
import { requestTable } from './write-report.ts';

/**
 * `node bench/src/requests.ts [data folder] [--only verify]` measures only what a request costs the API and
 * the gateway, in two minutes, with the site that `pnpm build` has published into that folder, by default
 * `.kargo`. With `--cpu-prof` before its name, Node writes a profile of each server, too.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' } },
});
const data = resolve(root, positionals[0] ?? '.kargo');
const keyFile = join(data, 'publisher-key.json');
const key = parsePublisherKey(readFileSync(keyFile, 'utf8'), keyFile);
const { PUBLISHERS } = publisherVariables(key);
const costs = await measureRequests(join(data, 'releases'), PUBLISHERS, {
  rounds: 7,
  times: 2000,
  ...values,
});
console.log(requestTable(costs));
process.exit();
