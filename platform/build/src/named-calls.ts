import { basename, extname, relative } from 'node:path';
import { apiCalls } from '@kargo/shared-types/api/api-calls';
import type { Compilation, Dependency, Module } from 'webpack';

type CallName = keyof typeof apiCalls;

/** By module: the exported table whose members are calls. */
const tables = new Map([
  ['@kargo/shared-runtime/api-client', 'apiClient'],
  ['@kargo/shared-types/api-paths', 'apiPaths'],
]);

/**
 * Finds the API calls that modules name as members of `apiClient` or `apiPaths`. The modules must
 * be built, but not concatenated yet.
 *
 * @returns also a sentence for each module that uses a table without naming a call
 */
export function namedCalls({
  compiler,
  modules,
  moduleGraph,
}: Pick<Compilation, 'compiler' | 'moduleGraph'> & { modules: Iterable<BuiltModule> }) {
  const names = new Set<CallName>();
  const problems = new Set<string>();
  for (const module of modules) {
    // The client names all calls itself. Modules without a file are webpack's own.
    if (!module.resource || tableOf(module) === 'apiClient') continue;
    const file = relative(compiler.context, module.resource);
    for (const dependency of dependenciesOf(module)) {
      const table = tableOf(moduleGraph.getModule(dependency));
      for (const name of table ? membersNamed(dependency, table) : []) {
        if (isCall(name)) names.add(name);
        else
          problems.add(
            `It is not clear which calls ${file} makes: write ${table}.name for each, with a name of apiCalls in shared-types.`,
          );
      }
    }
  }
  return { names, problems: [...problems] };
}

/** The properties of webpack's modules that are read here. */
type BuiltModule = Module & {
  resource?: string;
  resourceResolveData?: { descriptionFileData?: { name?: string } };
  options?: { shareKey?: string };
};

const isCall = (name: string): name is CallName => Object.hasOwn(apiCalls, name);

const dependenciesOf = (block: Pick<Module, 'dependencies' | 'blocks'>): Dependency[] => [
  ...block.dependencies,
  ...block.blocks.flatMap(dependenciesOf),
];

/** Returns the table that a module exports, whether built here or provided by the shell. */
function tableOf(module: BuiltModule | null): string | undefined {
  const { resource = '', resourceResolveData, options } = module ?? {};
  const file = basename(resource, extname(resource));
  const name = `${resourceResolveData?.descriptionFileData?.name}/${file}`;
  return tables.get(options?.shareKey ?? name);
}

/** The properties of webpack's dependencies on an export that are read here. */
type Named = Dependency & {
  /** The export, and its member that is used. */
  ids?: string[];
  referencedPropertiesInDestructuring?: Set<{ id: string }>;
};

/** Returns the members of a table that are used; an empty name if they are unknown. */
function membersNamed(dependency: Named, table: string): string[] {
  const { type, ids: [name, member] = [], referencedPropertiesInDestructuring } = dependency;
  const isOther = name !== undefined && name !== table;
  if (type === 'harmony side effect evaluation' || isOther) return [];
  if (member !== undefined) return [member];
  const taken = [...(referencedPropertiesInDestructuring ?? [])];
  return taken.length > 0 && name ? taken.map(({ id }) => id) : [''];
}
