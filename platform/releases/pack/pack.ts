import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CliError, runCommand } from '@kargo/commands/cli-error';
import { root } from '@kargo/commands/settings';
import { compilePackage } from './compile-package.ts';
import { filesToPack } from './files-to-pack.ts';
import { packedFolders } from './packed-folders.ts';
import { packedManifest, withVersions } from './packed-manifest.ts';

const usage = 'Usage: pnpm pack-packages <folder>    packs what remotes are made of';

/**
 * Packs what a team in its own repository needs, as files for a registry: see
 * docs/decisions/0032-packed-packages.md. A checkout runs from its sources and needs none of them.
 */
await runCommand(async () => {
  const [to, ...others] = parseArgs({ allowPositionals: true }).positionals;
  if (to === undefined || others.length > 0) throw new CliError(usage);
  await mkdir(to, { recursive: true });
  // So that they are not published again.
  for (const file of globSync('kargo-*-[0-9]*.tgz', { cwd: to })) await rm(join(to, file));
  for (const name of packedFolders) await pack(join(root, name), resolve(to));
}, usage);

async function pack(folder: string, to: string): Promise<void> {
  const files = filesToPack(folder);
  const manifest = packedManifest(folder, files.sources);
  const staging = await mkdtemp(join(tmpdir(), 'kargo-pack-'));
  await compilePackage(folder, files, staging);
  await writeFile(join(staging, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  for (const it of files.others.filter((file) => basename(file) === 'package.json'))
    await writeFile(join(staging, it), withVersions(await readFile(join(folder, it), 'utf8')));
  await copyFile(join(root, 'LICENSE'), join(staging, 'LICENSE'));
  execFileSync('npm', ['pack', '--silent', '--pack-destination', to], { cwd: staging });
  await rm(staging, { recursive: true });
  console.log(`Packed ${manifest.name} ${manifest.version}`);
}
