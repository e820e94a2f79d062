import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import { pageBlocks } from '@kargo/shared-types/page/page-blocks';
import type { PublicConfiguration } from '@kargo/shared-types/page/public-configuration';
import HtmlPlugin from 'html-webpack-plugin';
import { type AppConfiguration, baseConfiguration } from './base-configuration.ts';
import type { Remote } from './remotes.ts';
import { stylesPlugin } from './styles-plugin.ts';

const aloneEntry = `
  import { runAlone } from '@kargo/shared-runtime/alone';
  import screens from './src/screens.ts';
  runAlone(screens);`;

/** Returns the build of a remote that runs alone, as a page that includes everything. */
export async function aloneBuild(remote: Remote): Promise<AppConfiguration> {
  const base = baseConfiguration(remote, 'development', 'alone');
  const { KARGO_SITE_URL, KARGO_PORT } = process.env;
  return {
    ...base,
    entry: `data:text/javascript,${encodeURIComponent(aloneEntry)}`,
    plugins: [
      ...(base.plugins ?? []),
      await stylesPlugin(remote, 'alone', true),
      new HtmlPlugin({ templateContent: alonePage(remote) }),
    ],
    output: { ...base.output, publicPath: '/' },
    devServer: {
      ...base.devServer,
      historyApiFallback: true,
      // API calls go to KARGO_SITE_URL, or else to a site on this machine.
      proxy: [
        {
          context: ['/api'],
          target: KARGO_SITE_URL || `http://localhost:${KARGO_PORT || 3000}`,
          changeOrigin: true,
        },
      ],
    },
  };
}

/** Returns its page, configured for a site on this machine. */
function alonePage(remote: Remote): string {
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
