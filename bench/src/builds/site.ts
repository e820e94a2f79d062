import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { withoutScripts } from './page-scripts.ts';
import { root } from './root.ts';
import { writeStaticSite } from './static-site.ts';

/** This site as published by `pnpm build`, and the floor: its HTML without scripts. */
export async function site(folder: string): Promise<void> {
  const data = join(folder, 'site-data');
  const build = fork(join(root, 'scripts/build.ts'), {
    env: { ...process.env, KARGO_DATA_DIR: data },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [exitCode] = await once(build, 'exit');
  if (exitCode !== 0) throw new Error(`pnpm build ended with ${exitCode}`);
  const releases = join(data, 'releases');
  await writeStaticSite(releases, join(folder, 'site'), (html) => html);
  await writeStaticSite(releases, join(folder, 'floor'), withoutScripts);
}
