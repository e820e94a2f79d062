import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { App } from '@kargo/tools/remotes';
import type { Program } from './child.ts';

/**
 * Webpack in the folder of an app: a production build, or its development server.
 *
 * @param site serves it inside this deployed site, whose React only works with production builds
 */
export function webpack(app: App, task: 'build' | 'serve', site?: string): Program {
  const mode = task === 'build' || site ? 'production' : 'development';
  const options = site ? ['--env', `site=${site}`] : [];
  return {
    name: `${task}-${app.name}`,
    script: join(folderOf('webpack-cli'), 'bin/cli.js'),
    parameters: [task, '--mode', mode, ...options],
    folder: app.path,
    environment: { NODE_ENV: mode },
    isBuild: true,
  };
}

/** Checks the types, which the build ignores. */
export function typeCheck(app: App): Program {
  return {
    name: `type-check-of-${app.name}`,
    script: join(folderOf('typescript'), 'bin/tsc'),
    parameters: ['--project', 'tsconfig.json'],
    folder: app.path,
    isBuild: true,
  };
}

/** Folder of a package that `tools` depends on. */
function folderOf(name: string): string {
  const { resolve } = createRequire(fileURLToPath(import.meta.resolve('@kargo/tools/remotes')));
  return dirname(resolve(`${name}/package.json`));
}
