import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { root } from './root.ts';

const kept = join(root, 'bench/floor-of-371f018');

/** The typefaces are those of today. */
const fonts = ['bricolage-grotesque', 'instrument-sans'].map((name) =>
  join(
    root,
    `shell/node_modules/@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`,
  ),
);

/** The landing page of commit 371f018, rendered in Node, without scripts: where this work began. */
export async function earlierFloor(folder: string): Promise<void> {
  const site = join(folder, 'earlier-floor');
  await mkdir(site, { recursive: true });
  const html = brotliDecompressSync(await readFile(join(kept, 'index.html.br')));
  await writeFile(join(site, 'index.html'), html);
  for (const file of [join(kept, 'main.css'), ...fonts]) await cp(file, join(site, basename(file)));
}
