import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Configuration } from 'webpack-dev-server';

/** Returns the settings of an app's development server, which by default answers names of this machine only. */
export function devServer(port: number, context: string): Configuration {
  const folder = join(context, 'public');
  return {
    host: '127.0.0.1',
    port,
    hot: true,
    liveReload: false,
    client: {
      webSocketURL: `ws://localhost:${port}/ws`,
      overlay: { errors: true, warnings: false, runtimeErrors: false },
    },
    static: existsSync(folder) && { directory: folder, publicPath: '/public' },
    setupMiddlewares: (middlewares) => [refuseOtherSites, ...middlewares],
  };
}

/** Other sites could read sources, and a deployed API's answers that are passed on, or run what holds them. */
function refuseOtherSites(
  { headers }: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) {
  const { origin, 'sec-fetch-site': from, 'sec-fetch-mode': mode } = headers;
  const isOfHere = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(origin ?? '');
  if (origin && isOfHere) response.setHeader('access-control-allow-origin', origin);
  else if (origin || (from === 'cross-site' && mode !== 'navigate'))
    return void response.writeHead(403).end();
  next();
}
