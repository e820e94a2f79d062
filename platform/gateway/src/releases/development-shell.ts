import { setTimeout as wait } from 'node:timers/promises';
import { parseJson } from '@kargo/shared-types/parse-json';
import { PublishedRoutes } from '@kargo/shared-types/releases/release';
import { type Shell, SiteUnavailableError } from './published.ts';

const timeoutMs = 2000;
const retryMs = 200;

/**
 * Fetches the shell from its development server.
 *
 * @throws SiteUnavailableError when the server does not respond within two seconds
 */
export async function fetchDevelopmentShell(origin: string): Promise<Shell> {
  const [html, routes] = await Promise.all(
    ['index.html', 'routes.json'].map((file) => fetchPatiently(`${origin}/${file}`)),
  );
  return {
    html: html ?? '',
    routes: parseJson(PublishedRoutes, routes ?? '', `${origin}/routes.json`),
    inlineScripts: {},
    rootFiles: { in: 'development', origin },
  };
}

async function fetchPatiently(url: string): Promise<string> {
  const deadline = AbortSignal.timeout(timeoutMs);
  for (;;) {
    try {
      const response = await fetch(url, { signal: deadline });
      if (response.ok) return await response.text();
    } catch {
      // The server is starting or building.
    }
    if (deadline.aborted) {
      throw new SiteUnavailableError("The shell's dev server is not up yet. Reload in a moment.");
    }
    await wait(retryMs);
  }
}
