import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { oneBundle } from './one-bundle.ts';
import { site } from './site.ts';
import { textbookFederation } from './textbook-federation.ts';

/** Builds that write static sites to `<folder>/<variant>/`, from the sources of this checkout. */
const builds = { site, oneBundle, textbookFederation };

export type BuildName = keyof typeof builds;

// `node bench/src/builds/build.ts <build> <folder>` builds the checkout that contains this file.
if (import.meta.main) {
  const [name = '', folder = ''] = process.argv.slice(2);
  const build = builds[name as BuildName];
  if (!build || !folder) throw new Error('Usage: build.ts <build> <folder>');
  await mkdir(join(folder), { recursive: true });
  await build(resolve(folder));
  // Workers of webpack's loaders may still be running.
  process.exit(0);
}
