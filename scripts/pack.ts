import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { compilePackage } from './pack/compile-package.ts';
import { packedFolders } from './pack/packed-folders.ts';
import { packedManifest } from './pack/packed-manifest.ts';
import { root } from './site/settings.ts';

/**
 * `node scripts/pack.ts <folder>` packs what a team in its own repository needs, as files for a registry
 * (docs/decisions/0032-packed-packages.md). A checkout runs from its sources and needs none of them.
 */
const folder = resolve(process.argv[2] ?? 'packages');
await mkdir(folder, { recursive: true });
for (const name of packedFolders) {
  const staging = await mkdtemp(join(tmpdir(), 'kargo-pack-'));
  const manifest = packedManifest(join(root, name));
  await compilePackage(join(root, name), staging);
  await writeFile(join(staging, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: staging });
  await rm(staging, { recursive: true });
  console.log(`Packed ${manifest.name} ${manifest.version}`);
}
