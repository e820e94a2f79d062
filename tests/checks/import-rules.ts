import type { ICruiseOptions, IFlattenedRuleSet, IForbiddenRuleType } from 'dependency-cruiser';

/**
 * The only folders that each folder may import. A folder that is not listed imports nothing, and
 * nobody imports it. Keys are regular expressions, so that all remotes have the same rule.
 */
export const mayImport = {
  shell: ['shared-types', 'shared-runtime', 'shared-ui'],
  'remote-[^/]+': ['shared-types', 'shared-runtime', 'shared-ui'],
  'shared-types': [],
  'shared-runtime': ['shared-types'],
  'shared-ui': ['shared-types', 'shared-runtime'],
  api: ['shared-types'],
  'platform/build': ['shared-types'],
  'platform/jest-preset': [],
  'platform/releases/release-log': ['shared-types'],
  'platform/releases/delivery': ['shared-types', 'platform/releases/release-log'],
  'platform/releases/create-remote': ['shared-types'],
  'platform/releases/commands': [
    'shared-types',
    'platform/build',
    'platform/releases/release-log',
    'platform/releases/delivery',
    'platform/smoke-test',
  ],
  'platform/releases/new-remote': [
    'shared-types',
    'platform/build',
    'platform/releases',
    'platform/deploy',
  ],
  'platform/releases/pack': ['shared-types', 'platform/build', 'platform/releases'],
  'platform/gateway': ['shared-types', 'platform/releases/release-log'],
  'platform/smoke-test': ['shared-types', 'platform/releases/release-log'],
  'platform/deploy': [],
  'local/services': ['shared-types'],
  'local/start': ['shared-types', 'api', 'local/services', 'platform'],
  'tests/e2e': [
    'shared-types',
    'local/services',
    'platform/smoke-test',
    'platform/releases/release-log',
  ],
  'tests/long': ['shared-types', 'local/services', 'platform', 'tests/e2e', 'tests/checks'],
  'tests/bench': ['shared-types', 'shell', 'local/services', 'platform', 'tests/e2e'],
  'tests/checks': ['shared-types', 'api', 'local', 'platform'],
} as const satisfies Record<string, readonly string[]>;

type Folder = keyof typeof mayImport;

/** Further imports of tests: stand-ins for the cloud, settings of programs, paths of browsers. */
const testsMayImport: Partial<Record<Folder, readonly Folder[]>> = {
  api: ['local/services'],
  'platform/gateway': ['local/services'],
  'platform/releases/release-log': ['local/services'],
  'platform/releases/new-remote': ['tests/e2e'],
  'tests/checks': ['tests/e2e'],
};

export const folders = Object.keys(mayImport) as Folder[];

/**
 * The npm packages that remotes, and packages compiled into them, may use; each declares its own.
 * Others must come from a shared module of shared-runtime: if a remote bundled a library, a page
 * would download it again and have its state twice.
 */
export const remotePackages = {
  'remote-[^/]+': [
    'react',
    'jotai',
    'lucide-react',
    'react-hook-form',
    '@hookform/resolvers',
    'yup',
    'react-slick',
    'slick-carousel',
    'react-day-picker',
  ],
  'shared-ui': ['react', 'lucide-react', 'react-hook-form', 'yup'],
} as const satisfies Partial<Record<Folder, readonly string[]>>;

/** Libraries that only shared-runtime imports, to re-export or wrap them. */
export const reExported = [
  '@chakra-ui/react',
  '@emotion/react',
  'axios',
  'firebase',
  'react-router-dom',
];

/** Renders pages when a release is published, in Node; it never reaches the browser. */
const prerendering = '^shell/src/prerender/';
const browserFolders = 'shell|remote-[^/]+|shared-[^/]+';
/** Tests and their helpers. */
const testFile = String.raw`\.test\.tsx?$|/testing/`;

/** The dependency-cruiser rules that `pnpm check` applies to all sources. */
export const importRules = errors([
  ...folders.map(direction),
  ...Object.entries(testsMayImport).map(directionOfTests),
  ...Object.entries(remotePackages).map(([folder, packages]) => fromNpm(folder, packages)),
  {
    name: 'only-shared-runtime-imports-what-its-modules-re-export',
    comment:
      'Import it from @kargo/shared-runtime/router, /ui, /ui-controls, /ui-overlays, /api-client or /identity.',
    from: { path: '^(shell|remote-[^/]+|shared-ui)/' },
    to: { path: packageFiles(reExported) },
  },
  {
    name: 'only-build-settings-import-build',
    from: { path: `^(${browserFolders})/webpack\\.config\\.ts$` },
    ...only('$1', 'platform/build', 'shared-types'),
  },
  {
    name: 'prerendering-imports-what-the-shell-does-and-types-of-the-sharing-table',
    comment: 'It has to hand out everything in that table, and nothing of the build.',
    from: { path: prerendering },
    to: {
      path: `^(${folders.join('|')})/`,
      pathNot: ['shell', ...mayImport.shell].map((name) => `^${name}/`),
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'no-prerendering-in-the-browser',
    comment: 'It brings modules of Node along.',
    from: {
      path: `^(${browserFolders})/`,
      pathNot: [prerendering, '/webpack\\.config\\.ts$', testFile],
    },
    to: { path: prerendering },
  },
  {
    name: 'no-relative-path-into-another-package',
    comment: 'Import other packages by their name; their package.json says what they offer.',
    // tests/bench/browser builds the shell in another way, from the shell's own files.
    // The others belong to the package of the top folder.
    from: {
      path: `^(${folders.join('|')})/`,
      pathNot: '^(tests/(bench/browser|checks|long)|platform/releases/(new-remote|pack))/',
    },
    to: { dependencyTypes: ['local'], path: `^(${folders.join('|')})/`, pathNot: '^$1/' },
  },
  {
    name: 'no-node-modules-in-the-browser',
    comment: 'What runs in a page has no fs and no process.',
    from: { path: `^(${browserFolders})/src/`, pathNot: [prerendering, testFile] },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'no-test-in-the-product',
    comment: 'Only tests may import tests and what is made for them.',
    from: { pathNot: [testFile, '^tests/(e2e|long)/'] },
    to: { path: testFile },
  },
  {
    name: 'no-circles',
    comment: 'Modules that import each other can only be understood together; types count too.',
    from: {},
    to: { circular: true },
  },
]);

/** Leaves out tests, which may import from any folder. */
export const folderRules = errors([
  {
    name: 'no-circles-between-folders',
    comment: 'Move what both need into one of them, or into a third.',
    scope: 'folder',
    from: {},
    to: { circular: true },
  },
]);

/** Builds, the data folder of `pnpm start`, and files that become sources elsewhere. */
const notSources = '(^|/)(dist|test-results|\\.kargo|platform/releases/create-remote/template)/';

/** The dependency-cruiser options that the rules rely on. */
export const cruiseOptions: ICruiseOptions = {
  doNotFollow: { path: 'node_modules|styled-system' },
  exclude: { path: notSources },
  tsPreCompilationDeps: true,
};

export const folderOptions: ICruiseOptions = {
  ...cruiseOptions,
  exclude: { path: `${notSources}|${testFile}` },
};

export const resolveOptions = {
  exportsFields: ['exports'],
  conditionNames: ['import', 'types', 'node', 'default'],
  extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
};

export function directionName(folder: Folder): string {
  return `${folder.replace('-[^/]+', 's')}-imports-${mayImport[folder].join('-and-') || 'no-other-package'}`;
}

function errors(rules: IForbiddenRuleType[]): IFlattenedRuleSet {
  return { forbidden: rules.map((rule) => ({ ...rule, severity: 'error' })) };
}

function direction(folder: Folder): IForbiddenRuleType {
  const tests = testsMayImport[folder] ? [testFile] : [];
  return {
    name: directionName(folder),
    from: { path: `^(${folder})/`, pathNot: ['/webpack\\.config\\.ts$', prerendering, ...tests] },
    ...only('$1', ...mayImport[folder]),
  };
}

function directionOfTests([folder, besides]: [string, readonly Folder[]]): IForbiddenRuleType {
  return {
    name: `tests-of-${folder}-import-${besides.join('-and-')}-besides`,
    from: { path: `^${folder}/.*(${testFile})` },
    ...only(folder, ...mayImport[folder as Folder], ...besides),
  };
}

/** The part of a rule that forbids imports from other folders. */
function only(...allowed: string[]) {
  const pathNot = allowed.map((name) => `^${name}/`);
  return {
    comment: 'See mayImport in tests/checks/import-rules.ts.',
    to: { path: `^(${folders.join('|')})/`, pathNot },
  };
}

function fromNpm(folder: string, packages: readonly string[]): IForbiddenRuleType {
  return {
    name: `${folder.replace('-[^/]+', 's')}-take-little-from-npm`,
    comment: 'Import it from shared-runtime, or re-export it there (docs/decisions/0004).',
    from: { path: `^${folder}/src/`, pathNot: testFile },
    to: { path: '(^|/)node_modules/', pathNot: packageFiles(packages) },
  };
}

/** Matches these packages' files, wherever the package manager installs them. */
function packageFiles(packages: readonly string[]): string {
  return `(^|/)node_modules/(${packages.join('|')})/(?!.*/node_modules/)`;
}
