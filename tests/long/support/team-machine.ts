import { dirname, join } from 'node:path';

/** Variables of the site, and of what runs this proof. */
const notTheTeams = /^(KARGO_|PUBLISHER|NODE_TEST_CONTEXT|NODE_OPTIONS|npm_(?!config_registry))/;

/** The environment of a team's machine: Node with npm, whose configuration in this folder names the registry. */
export const teamMachine = (folder: string): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !notTheTeams.test(name))),
  PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
  npm_config_globalconfig: join(folder, 'npmrc'),
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_update_notifier: 'false',
});

/** Variables with which only this machine can be reached. */
export const offline = {
  npm_config_registry: 'http://127.0.0.1:9',
  HTTP_PROXY: 'http://127.0.0.1:9',
  HTTPS_PROXY: 'http://127.0.0.1:9',
  NO_PROXY: 'localhost,127.0.0.1',
};
