import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { App } from './webpack.ts';
import { webpackInside } from './webpack.ts';

/** Serves one remote from its sources inside a deployed site, until it is told to stop. */
export async function serveInside(remote: App, site: string): Promise<void> {
  const { script, parameters, folder } = webpackInside(remote, site);
  console.log(`${remote.name} inside ${site}: http://localhost:${remote.port}`);
  const server = spawn(process.execPath, [script, ...parameters], {
    cwd: folder,
    stdio: 'inherit',
  });
  // Ctrl-C reaches the server as well; this process only waits for it.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => server.kill());
  await once(server, 'exit');
}
