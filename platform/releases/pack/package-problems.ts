import { existsSync, globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { root } from '@kargo/commands/settings';
import ts from 'typescript';
import type { Manifest } from './packed-manifest.ts';

/** Says why a package with all that is in this folder would not work where it is installed, or names this machine. */
export function packageProblems(folder: string): string[] {
  const files = globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const offers = JSON.stringify([manifest.exports, manifest.bin]);
  const targets = offers.match(/(?<=":")\.\/[^"*]+(?=")/g) ?? [];
  const missing = targets.filter((target) => !existsSync(join(folder, target)));
  return [
    ...missing.map((target) => `package.json offers ${target}, which is missing.`),
    ...files.flatMap((file) => fileProblems(folder, file, manifest)),
  ];
}

function fileProblems(folder: string, file: string, manifest: Manifest): string[] {
  // Written into a repository, where they have what they need.
  if (file.startsWith('template/')) return [];
  if (/(?<!\.d)\.tsx?$|\.test\./.test(file)) return [`${file} is a source or a test.`];
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  const problems = text.includes(root) ? [`${file} names the folder of this checkout.`] : [];
  if (file.endsWith('.js.map')) return [...problems, ...mapProblems(file, text)];
  if (!/\.(js|d\.ts)$/.test(file)) return problems;
  if (file.endsWith('.js'))
    for (const beside of [file.replace(/\.js$/, '.d.ts'), `${file}.map`])
      if (!existsSync(join(folder, beside))) problems.push(`${file} has no ${beside}.`);
  const declared = ['dependencies', 'optionalDependencies', 'peerDependencies'] as const;
  const packages = declared.flatMap((kind) => Object.keys(manifest[kind] ?? {}));
  for (const request of importsOf(text, file)) {
    if (request.startsWith('.')) {
      const target = join(dirname(path), request);
      const found = file.endsWith('.d.ts') ? target.replace(/\.js$/, '.d.ts') : target;
      if (relative(folder, target).startsWith('..'))
        problems.push(`${file} imports ${request}, which is outside of the package.`);
      else if (!existsSync(found) && !existsSync(target))
        problems.push(`${file} imports ${request}, which is missing.`);
    } else if (!isBuiltin(request) && !packages.includes(packageOf(request)))
      problems.push(`${file} imports ${request}, which package.json does not ask for.`);
  }
  return problems;
}

function mapProblems(file: string, text: string): string[] {
  const { sources, sourcesContent }: { sources: string[]; sourcesContent?: string[] } =
    JSON.parse(text);
  return sources
    .filter((source, index) => source.includes('/') || !sourcesContent?.[index])
    .map((source) => `${file} leads to ${source}, which is not in it.`);
}

function importsOf(text: string, file: string): string[] {
  const { importedFiles, typeReferenceDirectives } = ts.preProcessFile(text, true, true);
  const inTypes = file.endsWith('.d.ts') ? [...text.matchAll(/import\("([^"]+)"\)/g)] : [];
  return [
    ...[...importedFiles, ...typeReferenceDirectives].map(({ fileName }) => fileName),
    ...inTypes.map(([, request = '']) => request),
  ];
}

/** The package of a request, such as `@kargo/tools` of `@kargo/tools/remotes`. */
const packageOf = (request: string) => /^(@[^/]+\/)?[^/]+/.exec(request)?.[0] ?? '';
