import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { App } from '@kargo/build/remotes';
import type { Program } from './child.ts';

/** Webpack in an app's folder: a production build, or its development server. */
export function webpack(app: App, task: 'build' | 'serve'): Program {
  const mode = task === 'build' ? 'production' : 'development';
  return {
    name: `${task}-${app.name}`,
    script: join(folderOf('webpack-cli'), 'bin/cli.js'),
    parameters: [task, '--mode', mode],
    folder: app.path,
    environment: { NODE_ENV: mode },
    isBuild: true,
  };
}

/** Checks the types, which the build ignores. */
export function typeCheck(app: App): Program {
  return {
    name: `type-check-of-${app.name}`,
    script: join(folderOf('ts7'), 'bin/tsc'),
    parameters: ['--project', 'tsconfig.json', '--checkers', '1'],
    folder: app.path,
    isBuild: true,
  };
}

/** Folder of a dependency of `@kargo/build`. */
function folderOf(name: string): string {
  const { resolve } = createRequire(fileURLToPath(import.meta.resolve('@kargo/build/remotes')));
  return dirname(resolve(`${name}/package.json`));
}
