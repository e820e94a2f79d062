import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ecmaVersion } from '@kargo/build/browser-floor';
import { inlinePaths } from '@kargo/build/inline-paths-loader';
import { CliError } from '@kargo/commands/cli-error';
import ts from 'typescript';
import type { PackedFiles } from './files-to-pack.ts';

/**
 * Writes the content of a packed package: each source becomes a script, types and a source map that
 * contains it. Other files stay unchanged.
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
    // For the oldest browsers.
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

/** A package's own compiler settings, or those for Node. */
function settingsOf(folder: string): ts.ParsedCommandLine {
  const own = join(folder, 'tsconfig.json');
  const ofNode = fileURLToPath(import.meta.resolve('@kargo/build/tsconfig/node-and-dom.json'));
  const file = existsSync(own) ? own : ofNode;
  const { config } = ts.readConfigFile(file, ts.sys.readFile);
  return ts.parseJsonConfigFileContent(config, ts.sys, dirname(file));
}

/** Reads sources as an app's build does, with prepared addresses; writes into another folder. */
function hostFor(options: ts.CompilerOptions, folder: string, to: string): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  return {
    ...host,
    getSourceFile: (file, target) => {
      const text = ts.sys.readFile(file);
      if (text === undefined) return undefined;
      const isForPages = file.startsWith(folder) && file.endsWith('.tsx');
      const source = isForPages ? inlinePaths(text) : text;
      return ts.createSourceFile(file, source, target);
    },
    writeFile: (file, text, ...rest) => {
      const content = file.endsWith('.d.ts') ? withScripts(text) : text;
      host.writeFile(join(to, relative(folder, file)), content, ...rest);
    },
  };
}

/** Points types at the scripts next to them. The compiler rewrites such imports in scripts only. */
const withScripts = (types: string) =>
  types.replaceAll(/(?<=["']\.{1,2}\/[^"'\n]+)(?<!\.d)\.tsx?(?=["'])/g, '.js');
