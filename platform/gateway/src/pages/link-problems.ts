import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import { type LinkProblem, linkProblemBlock } from '@kargo/shared-types/page/link-problem';
import { paths } from '@kargo/shared-types/page/paths';
import {
  headPlaceholder,
  linkProblemPath,
  linkProblemTexts,
  notFoundPath,
} from '@kargo/shared-types/releases/release-addresses';
import type { FastifyInstance } from 'fastify';
import type { Env } from '../env.ts';
import type { CurrentSite } from '../releases/site/current-site.ts';
import type { Site } from '../releases/site/published.ts';
import { isNavigation } from '../transport/is-navigation.ts';
import { ownHeaders } from '../transport/refuse.ts';
import { headersBySent } from '../transport/security-headers.ts';
import { composePage, jsonBlock } from './compose-page.ts';
import { keptWithSites, makePage, type Page } from './page.ts';
import { bodyOf } from './pages.ts';

// These texts have no <, &, " or \, so they fit into HTML and JSON unchanged.
const tryAgain = (heading: string, sentence: string): LinkProblem => {
  return { heading, sentence, action: 'Try again', address: '' };
};
const toProfile = (heading: string, sentence: string): LinkProblem => {
  return { heading, sentence, action: 'Go to my profile', address: paths.profile() };
};

/** The page's texts, by error code of the API or the gateway. */
const byCode: Partial<Record<string, LinkProblem>> = {
  rate_limited: tryAgain('Too many attempts', 'Wait a few minutes, then try again.'),
  stripe_unavailable: tryAgain(
    "We can't open Stripe's page",
    "Stripe isn't reachable just now; your link still works.",
  ),
  stripe_leads_back: toProfile(
    "Stripe's page led straight back",
    'Wait a few minutes, then open the link in your mail again.',
  ),
  payouts_not_ready: toProfile(
    "Stripe doesn't open this page now",
    'Your profile says how your payouts stand.',
  ),
  payouts_unavailable: toProfile(
    "Payouts aren't available at the moment",
    'Nothing is wrong with your link: open it again later.',
  ),
};
const ours = tryAgain('Something went wrong on our side', 'Please try again in a moment.');
const broken = toProfile(
  "This link doesn't work",
  'It may have been cut off: open it in your mail again, or have a new one sent from your profile.',
);

const link = apiBasePath + apiPaths.payoutLink('');
/** A code, then characters that a mail program took for part of it, such as a slash or dot. */
const codeAndRest = /^([\w-]+(?:\/return)?)(?:%[\da-f]{2}|[^\w?%-])+(\?.*)?$/i;

/**
 * Shows a page when a link from a mail or from Stripe to the API fails: a browser gets the shell's
 * page with the status and the reason; programs get JSON.
 */
export function linkProblems(app: FastifyInstance, env: Env, currentSite: CurrentSite): void {
  const remembered = keptWithSites<Page>();
  const headers = {
    ...headersBySent(env).pages,
    'cache-control': 'private, no-store, no-transform',
    'referrer-policy': 'no-referrer',
  };
  app.addHook('onRequest', (request, reply, next) => {
    const target = request.url.startsWith(link) ? request.url.slice(link.length) : '';
    const [, code, query = ''] = codeAndRest.exec(target) ?? [];
    if (!code || !isNavigation(request)) return next();
    reply.headers(ownHeaders).redirect(link + code + query, 308);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const isError = reply.statusCode >= 400 && typeof payload === 'string';
    if (!isError || !request.url.startsWith('/api/') || !isNavigation(request)) return payload;
    const site = await currentSite.get().catch(() => undefined);
    if (!site) return payload;
    const [, code = ''] = /"code":"(\w+)"/.exec(payload) ?? [];
    const isOurs = reply.statusCode >= 500;
    const problem = byCode[code] ?? (isOurs ? ours : broken);
    const { reference } = linkProblemTexts;
    const page = await remembered(site, `${problem.heading} ${isOurs}`, () => {
      const { html, inline } = composePage(pageSite(site), null, env);
      const texts = { ...problem, reference: isOurs ? reference : '' };
      return makePage({ html: filled(html, texts), inline }, null);
    });
    const body = bodyOf(request, reply.removeHeader('content-length').headers(headers), page);
    if (!isOurs) return body;
    // It is not compressed, since only this response has the id.
    reply.removeHeader('content-encoding');
    return `${page.bodies.identity}`.replaceAll(reference, `Reference: ${request.id}`);
  });
}

/** Returns the site with the page for failed links in place of the not-found page. */
function pageSite(site: Site): Site {
  const { shell, pages } = site;
  const page = pages[linkProblemPath];
  const block = jsonBlock(linkProblemBlock, linkProblemTexts);
  return {
    ...site,
    // A reload would follow the link again.
    withShellBefore: null,
    shell: {
      ...shell,
      html: shell.html.replace(headPlaceholder, headPlaceholder + block),
      routes: { ...shell.routes, notFoundTitle: `${linkProblemTexts.heading} – Kargo` },
    },
    pages: page ? { [notFoundPath]: page } : {},
  };
}

const filled = (html: string, problem: LinkProblem) =>
  html.replace(/\{link(\w+)\}/g, (_, name: string) => {
    return problem[name.toLowerCase() as keyof LinkProblem] ?? '';
  });
