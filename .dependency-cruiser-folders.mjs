import { folderOptions, folderRules, resolveOptions } from './scripts/checks/import-rules.ts';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  ...folderRules,
  options: { ...folderOptions, enhancedResolveOptions: resolveOptions },
};
