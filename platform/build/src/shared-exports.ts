import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { hostSharing } from './sharing.ts';

/** Returns shared-runtime's version, and the exports of its shared modules with their types. */
export function sharedExports(folder: string) {
  const { version, exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const names = Object.keys(hostSharing(folder)).filter((name) =>
    name.startsWith('@kargo/shared-runtime/'),
  );
  const fileOf = (name: string): string =>
    join(folder, exports[name.replace('@kargo/shared-runtime', '.')]);
  const program = ts.createProgram(names.map(fileOf), compilerOptions(folder));
  const modules = names.map((name) => [name, exportsOf(program, fileOf(name))]);
  return { version, modules: Object.fromEntries(modules) };
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
  // Declarations of a library change only with its version, which the lockfile has.
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
  const { config } = ts.readConfigFile(file, ts.sys.readFile);
  return ts.parseJsonConfigFileContent(config, ts.sys, folder).options;
}

if (import.meta.main) {
  const folder = resolve(process.argv[2] ?? '.');
  const text = JSON.stringify(sharedExports(folder), null, 2);
  writeFileSync(join(folder, 'shared-exports.json'), `${text}\n`);
}
