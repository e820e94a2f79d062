import type { Compilation, Module, NormalModule } from 'webpack';

/** Makes elements, with no state that all copies would have to share. */
const jsxRuntime = /[/]react[/](cjs[/]react-)?jsx-runtime\b/;

/** Returns the packages of which a build contains code, with their versions. */
export function bundledPackages({ modules }: Pick<Compilation, 'modules'>): Record<string, string> {
  const packages = [...modules].flatMap(partsOf).flatMap((module) => {
    const { name, version } = module.resourceResolveData?.descriptionFileData ?? {};
    const { descriptionFileRoot = '' } = module.resourceResolveData ?? {};
    const isInstalled = descriptionFileRoot.includes('/node_modules/');
    const isPackage = isInstalled && !jsxRuntime.test(module.resource);
    return isPackage && name && version ? [[name, version] as const] : [];
  });
  return Object.fromEntries(packages.sort());
}

export type Part = NormalModule & {
  resourceResolveData?: {
    descriptionFileRoot?: string;
    descriptionFileData?: { name?: string; version?: string };
  };
};

/** Modules that webpack has joined, or the module itself. */
function partsOf(module: Module): Part[] {
  const { modules } = module as Module & { modules?: Module[] };
  return modules ? modules.flatMap(partsOf) : [module as Part];
}
