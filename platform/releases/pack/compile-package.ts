import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
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
  const settings = settingsOf(folder);
  const options: ts.CompilerOptions = {
    ...settings.options,
    noEmit: false,
    incremental: false,
    tsBuildInfoFile: undefined,
    declaration: true,
    sourceMap: true,
    inlineSources: true,
    rewriteRelativeImportExtensions: true,
    // Read by the oldest browsers.
    target: ts.ScriptTarget[`ES${ecmaVersion}`],
  };
  // Without them, pictures and styles have no type.
  const declarations = settings.fileNames.filter((file) => file.endsWith('.d.ts'));
  const paths = sources.map((file) => join(folder, file));
  const host = hostFor(options, folder, to);
  const program = ts.createProgram([...paths, ...declarations], options, host);
  const problems = [...ts.getPreEmitDiagnostics(program), ...program.emit().diagnostics];
  if (problems.length > 0) throw new CliError(ts.formatDiagnostics(problems, host));
  for (const file of others) await cp(join(folder, file), join(to, file));
}

/** The compiler's settings of a package: its own, else those of what runs in Node. */
function settingsOf(folder: string): ts.ParsedCommandLine {
  const own = join(folder, 'tsconfig.json');
  const ofNode = fileURLToPath(import.meta.resolve('@kargo/tools/tsconfig/node-and-dom.json'));
  const file = existsSync(own) ? own : ofNode;
  const { config } = ts.readConfigFile(file, ts.sys.readFile);
  return ts.parseJsonConfigFileContent(config, ts.sys, dirname(file));
}

/** Reads sources as the build of an app does, so that styles and addresses are prepared, and writes into another folder. */
function hostFor(options: ts.CompilerOptions, folder: string, to: string): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  return {
    ...host,
    getSourceFile: (file, target) => {
      const text = ts.sys.readFile(file);
      if (text === undefined) return undefined;
      const isForPages = file.startsWith(folder) && file.endsWith('.tsx');
      const source = isForPages ? staticStyles.call({ target: 'node' }, inlinePaths(text)) : text;
      return ts.createSourceFile(file, source, target);
    },
    writeFile: (file, text, ...rest) => {
      const content = file.endsWith('.d.ts') ? withScripts(text) : text;
      host.writeFile(join(to, relative(folder, file)), content, ...rest);
    },
  };
}

/** Types lead to the scripts beside them. The compiler changes that in scripts only. */
const withScripts = (types: string) =>
  types.replaceAll(/(?<=["']\.{1,2}\/[^"'\n]+)(?<!\.d)\.tsx?(?=["'])/g, '.js');
