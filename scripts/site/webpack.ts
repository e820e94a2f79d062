import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { apps } from 'tools/remotes';
import type { Program } from './child.ts';
import { root } from './settings.ts';

/** An app with a build of its own. */
export type App = (typeof apps)[number];

/** Webpack in the folder of an app: a production build, or its development server. */
export function webpack(app: App, task: 'build' | 'serve'): Program {
  return {
    name: `${task}-${app.name}`,
    script: join(webpackCli(), 'bin/cli.js'),
    parameters: task === 'build' ? ['--mode', 'production'] : ['serve', '--mode', 'development'],
    folder: join(root, app.folder),
    environment: { NODE_ENV: task === 'build' ? 'production' : 'development' },
  };
}

/** Webpack's development server for a remote that is shown inside a deployed site. */
export function webpackInside(remote: App, site: string) {
  return {
    script: join(webpackCli(), 'bin/cli.js'),
    parameters: ['serve', '--env', `site=${site}`],
    folder: join(root, remote.folder),
  };
}

/** The command belongs to `tools`, where the versions of all that builds are kept. */
function webpackCli(): string {
  const { resolve } = createRequire(join(root, 'tools/package.json'));
  return dirname(resolve('webpack-cli/package.json'));
}
