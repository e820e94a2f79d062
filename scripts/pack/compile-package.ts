import { globSync } from 'node:fs';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, extname, join, relative } from 'node:path';
import { inlinePaths } from '@kargo/tools/inline-paths-loader';
import staticStyles from '@kargo/tools/static-styles-loader';
import ts from 'typescript';
import { CliError } from '../site/cli-error.ts';

/** Files of this repository's own: how a package is compiled and tested here. */
const ownFiles = [
  'tsconfig.json',
  'runtime/tsconfig.json',
  'package.json',
  'shared-exports.json',
  'strip-types.js',
];

/**
 * Writes what a package is packed with: beside each other, in place of each source, its script, its types and
 * a source map that contains the source. All other files stay what they are.
 *
 * @throws {CliError} when a source does not compile
 */
export async function compilePackage(folder: string, to: string): Promise<void> {
  const offersStandIns = /"\.\/testing\//.test(
    await readFile(join(folder, 'package.json'), 'utf8'),
  );
  const files = globSync('{**/*,.browserslistrc}', {
    cwd: folder,
    withFileTypes: true,
    exclude: ({ name }) => ['node_modules', 'dist', 'test-results'].includes(name),
  })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((file) => !ownFiles.includes(file) && !/\.test\.tsx?$/.test(file))
    .filter((file) => offersStandIns || !/(^|\/)testing\//.test(file));
  const sources = files.filter((file) => /(?<!\.d)\.tsx?$/.test(file));
  await writeTypes(folder, sources, to);
  for (const file of files) {
    await mkdir(dirname(join(to, file)), { recursive: true });
    if (sources.includes(file)) await writeScript(folder, file, to);
    else await copyFile(join(folder, file), join(to, file));
  }
}

async function writeTypes(folder: string, sources: string[], to: string): Promise<void> {
  const options: ts.CompilerOptions = {
    ...settingsOf(folder).options,
    noEmit: false,
    incremental: false,
    declaration: true,
    emitDeclarationOnly: true,
    rewriteRelativeImportExtensions: true,
    rootDir: folder,
    outDir: to,
  };
  delete options.tsBuildInfoFile;
  // Without them, pictures and styles have no type.
  const declarations = settingsOf(folder).fileNames.filter((file) => file.endsWith('.d.ts'));
  const paths = sources.map((file) => join(folder, file));
  const program = ts.createProgram([...paths, ...declarations], options);
  const { diagnostics } = program.emit(undefined, (file, text) =>
    ts.sys.writeFile(file, withScripts(text)),
  );
  const problems = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (problems.length > 0)
    throw new CliError(
      ts.formatDiagnostics(problems, {
        getCurrentDirectory: () => folder,
        getCanonicalFileName: (name) => name,
        getNewLine: () => '\n',
      }),
    );
}

/** Types lead to the scripts that they belong to. The compiler changes that in scripts only. */
const withScripts = (types: string) =>
  types.replaceAll(/(?<=["']\.{1,2}\/[^"'\n]+)(?<!\.d)\.tsx?(?=["'])/g, '.js');

/** Compiles a source as the build of an app does, so that its styles and addresses are prepared. */
async function writeScript(folder: string, file: string, to: string): Promise<void> {
  const source = await readFile(join(folder, file), 'utf8');
  const isForPages = file.endsWith('.tsx');
  const { outputText, sourceMapText = '' } = ts.transpileModule(
    isForPages ? staticStyles(inlinePaths(source)) : source,
    {
      fileName: file,
      compilerOptions: {
        ...settingsOf(folder).options,
        noEmit: false,
        sourceMap: true,
        inlineSources: true,
        rewriteRelativeImportExtensions: true,
      },
    },
  );
  const script = join(to, file.slice(0, -extname(file).length));
  await writeFile(`${script}.js`, outputText);
  await writeFile(`${script}.js.map`, sourceMapText);
}

/** The compiler's settings of a package, as it is compiled here. */
function settingsOf(folder: string): ts.ParsedCommandLine {
  const { config } = ts.readConfigFile(join(folder, 'tsconfig.json'), ts.sys.readFile);
  return ts.parseJsonConfigFileContent(config, ts.sys, folder);
}
