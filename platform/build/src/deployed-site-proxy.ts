import { pageBlocks } from '@kargo/shared-types/page/page-blocks';
import { type ReleaseCandidates, titlesOf } from '@kargo/shared-types/releases/release';
import {
  developmentVersion,
  releaseMapPath,
  rootPlaceholder,
} from '@kargo/shared-types/releases/release-addresses';
import { responseInterceptor } from 'http-proxy-middleware';
import type { Configuration as DevServerConfiguration } from 'webpack-dev-server';
import { readScreenTexts } from './read-screen-texts.ts';
import type { Remote } from './remotes.ts';

type Proxy = NonNullable<DevServerConfiguration['proxy']>[number];

/** A proxy to a deployed site whose pages load this remote from the development server. */
export function deployedSiteProxy(remote: Remote, site: string): Proxy {
  return {
    context: ['/'],
    target: site,
    changeOrigin: true,
    selfHandleResponse: true,
    on: {
      proxyRes: responseInterceptor(async (body, reply, request, response) => {
        const isMap = request.url === releaseMapPath;
        const isPage = reply.headers['content-type']?.startsWith('text/html');
        if (!isMap && !isPage) return body;
        // The site's Content-Security-Policy forbids scripts of a development server.
        response.removeHeader('content-security-policy');
        response.removeHeader('integrity-policy');
        response.removeHeader('etag');
        const text = body.toString('utf8');
        const titles = titlesOf({ texts: await readScreenTexts(remote.path) });
        const point = (map: string) => pointToDevelopment(remote, titles, map);
        return isMap ? point(text) : inPage(text, point);
      }),
    },
  };
}

/** @param point changes the release map */
function inPage(html: string, point: (map: string) => string): string {
  const block = new RegExp(
    `(<script[^>]* id="${pageBlocks.releaseMap}"[^>]*>)(.*?)(</script>)`,
    's',
  );
  const pointed = html.replace(block, (_all, open, map, close) => open + point(map) + close);
  // Prerendered HTML belongs to a release, not to these sources.
  return pointed.replace(/<div id="root">.*<\/div>(?=\s*<noscript>)/s, rootPlaceholder);
}

function pointToDevelopment(remote: Remote, titles: ReturnType<typeof titlesOf>, json: string) {
  const candidates: ReleaseCandidates = JSON.parse(json);
  const url = `http://localhost:${remote.port}/remoteEntry.js`;
  const developed = { url, version: developmentVersion, titles };
  return JSON.stringify({ ...candidates, [remote.name]: [developed] }).replaceAll('<', '\\u003c');
}
