import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '@kargo/commands/settings';

// `pnpm proof versions`: builds all apps with the newest webpack and federation plugin, which have failed together
// before. It fails when newer ones build: then nothing holds those of docs/decisions/0003-pinned-toolchain.md.

const file = 'pnpm-workspace.yaml';
const text = readFileSync(join(root, file), 'utf8');
const held = [
  { name: 'webpack', line: /(?<=^ {2}webpack: )[\d.]+/m },
  { name: '@module-federation/enhanced', line: /(?<="@module-federation\/\w+": )[\d.]+/g },
].map((it) => {
  const [version] = text.match(it.line) ?? [];
  const newest = execFileSync('npm', ['view', it.name, 'version'], { encoding: 'utf8' }).trim();
  return { ...it, version, newest };
});
const newer = held.filter(({ version, newest }) => version !== newest);
if (newer.length === 0) {
  console.log(
    'These are the newest:',
    held.map(({ name, version }) => `${name} ${version}`),
  );
  process.exit();
}

const folder = mkdtempSync(join(tmpdir(), 'kargo-versions-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const archive = execFileSync('git', ['archive', 'HEAD'], { cwd: root, maxBuffer: 2 ** 30 });
execFileSync('tar', ['-x'], { cwd: folder, input: archive });
const raised = newer.reduce((before, { line, newest }) => before.replace(line, newest), text);
writeFileSync(join(folder, file), raised);
const pnpm = (...words: string[]) =>
  spawnSync('npx', ['-y', 'pnpm@12', ...words], { cwd: folder, stdio: 'inherit' }).status === 0;
const builds =
  pnpm('install', '--no-frozen-lockfile') &&
  pnpm('--filter', './shell', '--filter', './remote-*', 'build');
for (const { name, version, newest } of newer) {
  const result = builds ? `builds: raise ${version}` : `does not build: ${version} is held`;
  console.log(`${name} ${newest} ${result}`);
}
process.exitCode = builds ? 1 : 0;
