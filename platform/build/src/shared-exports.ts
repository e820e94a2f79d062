import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { hostSharing } from './sharing.ts';

/** The exports of the shared modules: per module, each export with its type. */
export type SharedExports = Record<string, Record<string, string>>;

export interface RecordedExports {
  /** The version of shared-runtime with these exports. */
  version: string;
  modules: SharedExports;
}

/** The exports of the present sources in the folder of shared-runtime. */
export function currentExports(folder: string): RecordedExports {
  const { version, exports } = readJson(join(folder, 'package.json'));
  const names = Object.keys(hostSharing(folder)).filter((name) =>
    name.startsWith('@kargo/shared-runtime/'),
  );
  const files = names.map((name) =>
    join(folder, exports[name.replace('@kargo/shared-runtime', '.')]),
  );
  const program = ts.createProgram(files, compilerOptions(folder));
  return {
    version,
    modules: Object.fromEntries(
      names.map((name, index) => [name, exportsOf(program, files[index] as string)]),
    ),
  };
}

/** The exports that were recorded last. */
export function recordedExports(folder: string): RecordedExports {
  return readJson(recordFile(folder));
}

/** Exports that were added, removed or given another type, such as `@kargo/shared-runtime/session endSession`. */
export function changedExports(before: SharedExports, after: SharedExports): string[] {
  const all = { ...before, ...after };
  return Object.keys(all).flatMap((module) =>
    Object.keys({ ...before[module], ...after[module] })
      .filter((name) => before[module]?.[name] !== after[module]?.[name])
      .map((name) => `${module} ${name}`),
  );
}

function exportsOf(program: ts.Program, file: string): Record<string, string> {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  if (!module) throw new Error(`${file} exports nothing`);
  return Object.fromEntries(
    checker
      .getExportsOfModule(module)
      .map((symbol) => [symbol.name, describe(checker, symbol)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function describe(checker: ts.TypeChecker, exported: ts.Symbol): string {
  const isAlias = exported.flags & ts.SymbolFlags.Alias;
  const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported;
  const declaration = symbol.declarations?.[0];
  // The declarations of a library change only with its version, which is in the lockfile.
  if (!declaration || declaration.getSourceFile().fileName.includes('node_modules'))
    return 'library';
  if (symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias | ts.SymbolFlags.Class)) {
    return membersOf(checker, checker.getDeclaredTypeOfSymbol(symbol), declaration);
  }
  const type = checker.getTypeOfSymbolAtLocation(symbol, declaration);
  const isPlainObject = type.getCallSignatures().length === 0 && type.getProperties().length > 0;
  return isPlainObject ? membersOf(checker, type, declaration) : textOf(checker, type);
}

function membersOf(checker: ts.TypeChecker, type: ts.Type, at: ts.Node): string {
  if (type.isUnion()) return textOf(checker, type, ts.TypeFormatFlags.InTypeAlias);
  const members = type
    .getProperties()
    .filter(({ declarations }) =>
      declarations?.some((each) => !each.getSourceFile().fileName.includes('node_modules')),
    )
    .map((each) => `${each.name}: ${textOf(checker, checker.getTypeOfSymbolAtLocation(each, at))}`);
  return `{ ${members.join('; ')} }`;
}

function textOf(checker: ts.TypeChecker, type: ts.Type, flags = ts.TypeFormatFlags.None): string {
  return checker.typeToString(type, undefined, flags | ts.TypeFormatFlags.NoTruncation);
}

function compilerOptions(folder: string): ts.CompilerOptions {
  const file = join(folder, 'tsconfig.json');
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(file, ts.sys.readFile).config,
    ts.sys,
    folder,
  );
  return options;
}

const recordFile = (folder: string) => join(folder, 'shared-exports.json');

function readJson(file: string) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

if (import.meta.main) {
  const folder = resolve(process.argv[2] ?? '.');
  writeFileSync(recordFile(folder), `${JSON.stringify(currentExports(folder), null, 2)}\n`);
}
