import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename, join } from 'node:path';
import type { Configuration } from 'webpack-dev-server';

/** Returns the settings of an app's development server. It answers only requests to localhost. */
export function devServer(port: number, context: string): Configuration {
  const folder = join(context, 'public');
  return {
    host: '127.0.0.1',
    port,
    hot: true,
    liveReload: false,
    onListening: () => console.log(`${basename(context)}: http://localhost:${port}`),
    client: {
      webSocketURL: `ws://localhost:${port}/ws`,
      overlay: { errors: true, warnings: false, runtimeErrors: false },
    },
    static: existsSync(folder) && { directory: folder, publicPath: '/public' },
    setupMiddlewares: (middlewares) => [refuseOtherSites, ...middlewares],
  };
}

const here = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** Refuses other sites, which could read the sources and a deployed API, or run code that can. */
export function refuseOtherSites(
  { headers }: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) {
  const { host, origin, 'sec-fetch-site': from, 'sec-fetch-mode': mode } = headers;
  if (!here.test(`http://${host}`)) return void response.writeHead(403).end();
  if (origin && here.test(origin)) response.setHeader('access-control-allow-origin', origin);
  else if (origin || (from === 'cross-site' && mode !== 'navigate'))
    return void response.writeHead(403).end();
  next();
}
