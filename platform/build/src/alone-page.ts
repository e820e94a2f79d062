import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import { pageBlocks } from '@kargo/shared-types/page/page-blocks';
import type { PublicConfiguration } from '@kargo/shared-types/page/public-configuration';
import type { Remote } from './remotes.ts';

/** The page of a remote that runs alone, configured for a site on this machine. */
export function alonePage(remote: Remote): string {
  const configuration: PublicConfiguration = {
    apiBase: apiBasePath,
    ipLookupUrl: apiBasePath + apiPaths.ip(),
    firebase: {
      apiKey: 'demo-key',
      projectId: 'demo-kargo',
      authEmulatorUrl: `http://localhost:${process.env.KARGO_AUTH_PORT ?? 3030}`,
    },
    contactEmail: 'hello@kargo.example',
    contactPhone: '+1 (555) 010-0199',
    iosAppUrl: null,
    androidAppUrl: null,
    socialUrls: {},
  };
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${remote.folder}, alone</title>
    <link rel="stylesheet" href="/styles.css">
    <script type="application/json" id="${pageBlocks.configuration}">${JSON.stringify(configuration)}</script>
  </head>
  <body>
    <div id="root"></div>
  </body>
</html>
`;
}
