import { cruiseOptions, importRules, resolveOptions } from './tests/checks/import-rules.ts';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  ...importRules,
  options: { ...cruiseOptions, enhancedResolveOptions: resolveOptions },
};
