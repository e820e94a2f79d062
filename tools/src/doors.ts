import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from './base-configuration.ts';
import { hostSharing } from './sharing.ts';

/** What the shared doors export: per door, each export with its type. */
export type Doors = Record<string, Record<string, string>>;

export interface RecordedDoors {
  /** Version of shared-runtime in which the doors export this. */
  version: string;
  doors: Doors;
}

const folder = join(root, 'shared-runtime');
const recordFile = join(folder, 'doors.json');

/** The doors as the sources have them now. */
export function currentDoors(): RecordedDoors {
  const { version, exports } = readJson(join(folder, 'package.json'));
  const names = Object.keys(hostSharing()).filter((name) => name.startsWith('shared-runtime/'));
  const files = names.map((name) => join(folder, exports[name.replace('shared-runtime', '.')]));
  const program = ts.createProgram(files, compilerOptions());
  return {
    version,
    doors: Object.fromEntries(
      names.map((name, index) => [name, exportsOf(program, files[index] as string)]),
    ),
  };
}

/** The doors as they were recorded last. */
export function recordedDoors(): RecordedDoors {
  return readJson(recordFile);
}

/** Exports that were added, removed or given another type, such as `shared-runtime/session endSession`. */
export function changedExports(before: Doors, after: Doors): string[] {
  const all = { ...before, ...after };
  return Object.keys(all).flatMap((door) =>
    Object.keys({ ...before[door], ...after[door] })
      .filter((name) => before[door]?.[name] !== after[door]?.[name])
      .map((name) => `${door} ${name}`),
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
  // What a library declares changes with the library's version, which the lockfile holds.
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

function compilerOptions(): ts.CompilerOptions {
  const file = join(folder, 'tsconfig.json');
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(file, ts.sys.readFile).config,
    ts.sys,
    folder,
  );
  return options;
}

function readJson(file: string) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

if (import.meta.main) {
  writeFileSync(recordFile, `${JSON.stringify(currentDoors(), null, 2)}\n`);
}
