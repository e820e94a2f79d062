import { existsSync, readFileSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '@kargo/commands/settings';
import { rolldown } from 'rolldown';

const typebox = join(root, 'shared-types/node_modules/typebox');

/**
 * Bundles the 700 modules of TypeBox into a few files, unless these exist. The tests in Node start
 * 300 processes, most of which would spend half their start on loading these modules.
 *
 * @returns variables that make a process and its children load these files
 */
export async function bundleTypebox(): Promise<{ NODE_OPTIONS: string }> {
  const { version, exports } = JSON.parse(readFileSync(join(typebox, 'package.json'), 'utf8'));
  const folder = join(root, `node_modules/.cache/typebox-${version}`);
  if (!existsSync(folder)) await writeBundle(exports, folder);
  const loader = new URL(import.meta.resolve('./load-typebox.ts'));
  loader.searchParams.set('folder', pathToFileURL(folder).href);
  return { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${loader}` };
}

async function writeBundle(exports: Record<string, { default: string }>, folder: string) {
  const entries = Object.entries(exports).map(([path, file]) => [nameOf(path), file.default]);
  const input = Object.fromEntries(entries);
  const bundle = await rolldown({ cwd: typebox, input, platform: 'node' });
  // Renamed when it is complete: another run may be looking for it, and this one may be stopped.
  const unfinished = `${folder}-${process.pid}`;
  await bundle.write({ dir: unfinished });
  await bundle.close();
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}

const nameOf = (path: string) => (path === '.' ? 'index' : basename(path));
