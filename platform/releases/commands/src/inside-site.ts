import type { RequestListener } from 'node:http';
import { refuseOtherSites } from '@kargo/build/dev-server';
import { readBuild } from '@kargo/delivery/store-build';
import { pageBlocks } from '@kargo/shared-types/page/page-blocks';
import { pageRelease } from '@kargo/shared-types/releases/page-release';
import type { StoredRelease } from '@kargo/shared-types/releases/release';
import {
  releaseMapPath,
  releasePath,
  reportsPath,
  rootPlaceholder,
} from '@kargo/shared-types/releases/release-addresses';
import { createProxyMiddleware, responseInterceptor } from 'http-proxy-middleware';
import send from 'send';

/** Serves a deployed site, with its policies, but takes one remote from the folder of a build. */
export function insideSite(folder: string, site: string): RequestListener {
  let address: string | undefined;
  const passOn = createProxyMiddleware({
    target: site,
    changeOrigin: true,
    selfHandleResponse: true,
    on: {
      proxyRes: responseInterceptor(async (body, _reply, request, response) => {
        const isMap = request.url === releaseMapPath && response.statusCode === 200;
        const isPage = `${response.getHeader('content-type')}`.startsWith('text/html');
        if (!isMap && !isPage) return body;
        response.removeHeader('etag');
        const name = 'content-security-policy';
        const policy = `${response.getHeader(name) ?? ''}`;
        // This server has no TLS.
        response.setHeader(name, policy.replace(/;?upgrade-insecure-requests/, ''));
        const release = await readBuild(folder).catch(String);
        if (typeof release === 'string') {
          // The build may be half written.
          response.statusCode = 503;
          return release;
        }
        address = releasePath(release.app, release.version);
        return (isMap ? pointTo : inPage)(release, `${body}`);
      }),
    },
  });
  return (request, response) =>
    refuseOtherSites(request, response, () => {
      const { pathname } = URL.parse(request.url ?? '', site) ?? {};
      if (pathname === undefined) response.writeHead(400).end();
      // Reports of this page must not count as visitors' reports.
      else if (pathname === reportsPath) response.writeHead(204).end();
      else if (address && pathname.startsWith(address))
        send(request, pathname.slice(address.length), { root: folder, maxAge: 0 }).pipe(response);
      else passOn(request, response);
    });
}

function inPage(release: StoredRelease, html: string): string {
  const map = new RegExp(`(?<= id="${pageBlocks.releaseMap}">).*?(?=</script>)`, 's');
  // Prerendered HTML belongs to a release, not to these sources.
  const page = html.replace(/<div id="root">.*<\/div>(?=\s*<noscript>)/s, rootPlaceholder);
  return page.replace(map, (json) => pointTo(release, json));
}

function pointTo(release: StoredRelease, map: string): string {
  const deployed: object = JSON.parse(map);
  const pointed = { ...deployed, [release.app]: [pageRelease(release)] };
  return JSON.stringify(pointed).replaceAll('<', '\\u003c');
}
