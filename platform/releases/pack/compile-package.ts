import { cp, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { CliError } from '@kargo/commands/cli-error';
import { ecmaVersion } from '@kargo/tools/browser-floor';
import { inlinePaths } from '@kargo/tools/inline-paths-loader';
import staticStyles from '@kargo/tools/static-styles-loader';
import ts from 'typescript';
import type { PackedFiles } from './files-to-pack.ts';

/**
 * Writes what a package is packed with: in place of each source its script, its types and a source map that contains the
 * source. All other files stay what they are.
 *
 * @throws {CliError} when a source does not compile
 */
export async function compilePackage(
  folder: string,
  { sources, others }: PackedFiles,
  to: string,
): Promise<void> {
  await writeTypes(folder, sources, to);
  for (const file of sources) await writeScript(folder, file, to);
  for (const file of others) await cp(join(folder, file), join(to, file));
}

async function writeTypes(folder: string, sources: readonly string[], to: string): Promise<void> {
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
    throw new CliError(ts.formatDiagnostics(problems, ts.createCompilerHost(options)));
}

/** Types lead to the scripts beside them. The compiler changes that in scripts only. */
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
        // Read by the oldest browsers, and a module even where no manifest is beside it yet.
        target: ts.ScriptTarget[`ES${ecmaVersion}`],
        module: ts.ModuleKind.ESNext,
        moduleResolution: ts.ModuleResolutionKind.Bundler,
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
