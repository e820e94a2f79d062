import { basename, dirname, join } from 'node:path';
import { type ApiCall, apiCalls, requestOf } from '@kargo/shared-types/api/api-calls';
import type { JsonSchema } from '@kargo/shared-types/api/json-schema';
import type { Release } from '@kargo/shared-types/releases/release';
import ts from 'typescript';
import { remoteAt } from '../remotes.ts';
import { type AnswerFields, answerFields } from './answer-fields.ts';
import { narrowSchema } from './narrow-schema.ts';
import { reachableFiles } from './reachable-files.ts';
import { type PropertyKey, readProperties } from './read-properties.ts';

type Calls = NonNullable<Release['calls']>;

/**
 * Compiles apps, and finds the calls of the API that each makes, by the members of `apiClient` (or of `apiPaths`) that
 * its code uses, and the fields of answers that its code reads. Of a remote that is the code in its own release: what
 * shared-runtime sends and reads is the shell's, which provides it. A field that is read counts for each call that
 * answers with it, whoever makes the call, because answers travel through the session.
 *
 * @param paths the folders of their packages
 */
function findCalls(paths: readonly string[]): Calls[] {
  const { modules, program } = compile(paths);
  const checker = program.getTypeChecker();
  const runtime = `${dirname(modules.client)}/`;
  const table = program.getSourceFile(modules.calls);
  if (!table) throw new Error(`${modules.calls} was not compiled`);
  const answers = answerFields(table, checker);
  const isSeen = (file: ts.SourceFile) =>
    !file.isDeclarationFile || file.fileName.startsWith(runtime);
  // Apps have files in common.
  const found = new Map<ts.SourceFile, Uses>();
  const usesOf = (file: ts.SourceFile) => {
    const uses = found.get(file) ?? findUses(file, { checker, modules, isSeen, answers });
    found.set(file, uses);
    return uses;
  };
  return paths.map((path) => {
    const entries = entriesOf(path).map((entry) => program.getSourceFile(entry));
    const code = reachableFiles(entries, checker, ({ fileName }) => {
      const isShells = fileName.startsWith(runtime);
      return !fileName.includes('/node_modules/') && (isShell(path) || !isShells);
    });
    const uses = code.filter(({ fileName }) => fileName !== modules.client).map(usesOf);
    return usedCalls(uses, answers);
  });
}

const isShell = (path: string) => basename(path) === 'shell';

/** The files from which the code of a release is reached. */
function entriesOf(path: string): string[] {
  if (isShell(path)) return [join(path, 'src/index.tsx')];
  return remoteAt(path).screens.map((screen) => join(path, 'src/screens', `${screen}.tsx`));
}

/** The modules that say which calls there are, by their files: sources, or declarations. */
type Modules = Record<keyof typeof moduleNames, string>;

const moduleNames = {
  client: '@kargo/shared-runtime/api-client',
  calls: '@kargo/shared-types/api/api-calls',
  paths: '@kargo/shared-types/api/api-paths',
};

/**
 * Libraries whose types are left out, as are those of browsers, which saves more than half of the time. What is handed to
 * them counts as read.
 */
const leftOut = /^(@chakra-ui|@emotion|csstype|firebase|lucide-react|react-day-picker)(\/|$)/;

/** All of them are compiled with the settings of the first. */
function compile(paths: readonly string[]): { modules: Modules; program: ts.Program } {
  const [first = ''] = paths;
  const configFile = join(first, 'tsconfig.json');
  const { config } = ts.readConfigFile(configFile, ts.sys.readFile);
  const configured = ts.parseJsonConfigFileContent(config, ts.sys, first);
  const { tsBuildInfoFile: _, ...asConfigured } = configured.options;
  const lib = asConfigured.lib?.filter((name) => !name.includes('dom'));
  const options: ts.CompilerOptions = { ...asConfigured, lib, types: [], incremental: false };
  const host = ts.createCompilerHost(options);
  const cache = ts.createModuleResolutionCache(first, (name) => name, options);
  const resolve = (name: string, from: string) =>
    ts.resolveModuleName(name, from, options, host, cache);
  host.resolveModuleNameLiterals = (specifiers, file) =>
    specifiers.map(({ text }) =>
      leftOut.test(text) ? { resolvedModule: undefined } : resolve(text, file),
    );
  const fileOf = (name: string) => {
    const { resolvedModule } = resolve(name, configFile);
    if (!resolvedModule) throw new Error(`${first} does not depend on ${name}`);
    return resolvedModule.resolvedFileName;
  };
  const modules = {
    client: fileOf(moduleNames.client),
    calls: fileOf(moduleNames.calls),
    paths: fileOf(moduleNames.paths),
  };
  const rootNames = [...paths.flatMap(entriesOf), modules.calls];
  return { modules, program: ts.createProgram({ rootNames, options, host }) };
}

interface Uses {
  /** The fields that are read, by where they are declared. */
  read: Set<PropertyKey>;
  /** The calls that are made, with the names in the objects that they are made with; undefined if they cannot be told. */
  sent: [call: string, names: readonly string[] | undefined][];
}

interface SearchedProgram {
  checker: ts.TypeChecker;
  modules: Modules;
  /** Whether the code of a file, or of one that it declares, is searched here or for another release. */
  isSeen(file: ts.SourceFile): boolean;
  answers: AnswerFields;
}

function findUses(file: ts.SourceFile, searched: SearchedProgram): Uses {
  const { checker, modules, isSeen, answers } = searched;
  const callOf = new Map<PropertyKey, string>();
  for (const [name, { call }] of Object.entries<ApiCall>(apiCalls)) {
    callOf.set(`${modules.client}#${name}`, call).set(`${modules.paths}#${name}`, call);
  }
  const fields = [...answers.values()].flatMap((it) => [...it.values()].flat());
  const uses: Uses = { read: new Set(), sent: [] };
  readProperties(checker, file, new Set([...callOf.keys(), ...fields]), isSeen, (key, at) => {
    const call = callOf.get(key);
    if (call === undefined) uses.read.add(key);
    else uses.sent.push([call, at && namesSent(at, checker)]);
  });
  return uses;
}

/** Returns the names in the objects that a function is called with; undefined where they cannot be told. */
function namesSent(member: ts.Node, checker: ts.TypeChecker): string[] | undefined {
  const { parent } = member;
  if (!ts.isCallExpression(parent) || parent.expression !== member) return undefined;
  const types = parent.arguments.flatMap((argument) => {
    const type = checker.getTypeAtLocation(argument);
    return type.isUnion() ? type.types : [type];
  });
  if (types.some(({ flags }) => flags & ts.TypeFlags.Any)) return undefined;
  return types.flatMap((type) => type.getProperties().map(({ name }) => name));
}

/** Returns the calls that code makes, or whose answers it reads. */
function usedCalls(uses: readonly Uses[], answers: AnswerFields): Calls {
  const calls: Calls = {};
  for (const definition of Object.values<ApiCall>(apiCalls)) {
    const { call, answer } = definition;
    const isRead = (key: PropertyKey) => uses.some(({ read }) => read.has(key));
    const fields = answers.get(call) ?? new Map<string, PropertyKey[]>();
    const sent = uses.flatMap((it) => it.sent).filter(([name]) => name === call);
    const reads =
      answer && narrowSchema(plain(answer), (path) => fields.get(path.join('/'))?.some(isRead));
    // An answer without fields is read by who asks for it.
    const isUsed = fields.size > 0 ? [...fields.values()].flat().some(isRead) : sent.length > 0;
    const used = {
      ...(sent.length > 0 && {
        sends: requestSent(
          definition,
          sent.map(([, names]) => names),
        ),
      }),
      ...(isUsed && reads && { reads }),
    };
    if (Object.keys(used).length > 0) calls[call] = used;
  }
  return calls;
}

/**
 * The request as it is sent: without the optional fields that it never has.
 *
 * @param names those in the objects that it is made with, each time that it is made; undefined if they cannot be told
 */
function requestSent(call: ApiCall, names: readonly (readonly string[] | undefined)[]): JsonSchema {
  const request = plain(requestOf(call));
  return narrowSchema(request, ([part = '', name, ...inside]) => {
    if (name === undefined || inside.length > 0) return true;
    const isRequired = request.properties?.[part]?.required?.includes(name);
    return isRequired || names.some((sent) => !sent || sent.includes(name));
  });
}

/** A schema of TypeBox as JSON. */
const plain = (schema: object): JsonSchema => JSON.parse(JSON.stringify(schema));

console.log(JSON.stringify(findCalls(process.argv.slice(2))));
