import { folderOptions, folderRules, resolveOptions } from './tests/checks/import-rules.ts';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  ...folderRules,
  options: { ...folderOptions, enhancedResolveOptions: resolveOptions },
};
