import { join } from 'node:path';
import { Child } from '@kargo/commands/child';
import { root } from '@kargo/commands/settings';
import { newPublisherKey, publisherVariables } from '@kargo/release-log/contract/release-signature';
import { oneBundle } from './one-bundle.ts';
import { writeStaticSite } from './static-site.ts';
import { textbookFederation } from './textbook-federation.ts';

/**
 * Builds every variant into a folder of its own, in `folder`, with a new key for this process and its children.
 *
 * @returns the data of `pnpm start` with this site's releases
 */
export async function buildAll(folder: string): Promise<string> {
  Object.assign(process.env, publisherVariables(await newPublisherKey('bench', ['*'])));
  const data = join(folder, 'site-data');
  console.log('Building this site');
  const program = {
    name: 'build',
    script: join(root, 'local/start/build.ts'),
    environment: { KARGO_DATA_DIR: data },
  };
  const build = new Child(program, folder);
  if ((await build.ended) !== 0) throw new Error(build.logTail());
  await writeStaticSite(join(data, 'releases'), join(folder, 'site'));
  console.log('Building one bundle');
  await oneBundle(folder);
  console.log('Building textbook federation');
  await textbookFederation(folder);
  return data;
}
