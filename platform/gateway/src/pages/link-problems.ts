import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import { type LinkProblem, linkProblemBlock } from '@kargo/shared-types/page/link-problem';
import { paths } from '@kargo/shared-types/page/paths';
import {
  headPlaceholder,
  linkProblemPath,
  linkProblemTexts,
} from '@kargo/shared-types/releases/release-addresses';
import escapeHtml from 'escape-html';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding } from '../choose-encoding.ts';
import type { Env } from '../env.ts';
import { isNavigation } from '../is-navigation.ts';
import type { CurrentSite, Site } from '../releases/current-site.ts';
import { headersBySent, headersOfPages } from '../security-headers.ts';
import { composePage } from './compose-page.ts';
import { jsonBlock } from './html.ts';
import { makePage, type Page } from './page.ts';
import { pageHeaders } from './pages.ts';
import { publicConfiguration } from './public-configuration.ts';

const tryAgain = { action: 'Try again', address: '' };
const toProfile = { action: 'Go to my profile', address: paths.profile() };

const broken: LinkProblem = {
  heading: "This link doesn't work",
  sentence:
    'It may have been cut off: open it in your mail again, or have a new one sent from your profile.',
  ...toProfile,
};

const ours: LinkProblem = {
  heading: 'Something went wrong on our side',
  sentence: 'Please try again in a moment.',
  ...tryAgain,
};

/** What is said by code of the API or the gateway; for other codes, `broken` or `ours`. */
const byCode: Partial<Record<string, LinkProblem>> = {
  rate_limited: {
    heading: 'Too many attempts',
    sentence: 'Wait a few minutes, then try again.',
    ...tryAgain,
  },
  stripe_unavailable: {
    heading: "We can't open Stripe's page",
    sentence: "Stripe isn't reachable just now; your link still works.",
    ...tryAgain,
  },
  stripe_leads_back: {
    heading: "Stripe's page led straight back",
    sentence: 'Wait a few minutes, then open the link in your mail again.',
    ...toProfile,
  },
  payouts_not_ready: {
    heading: "Stripe doesn't open this page now",
    sentence: 'Your profile says how your payouts stand.',
    ...toProfile,
  },
  payouts_unavailable: {
    heading: "Payouts aren't available at the moment",
    sentence: 'Nothing is wrong with your link: open it again later.',
    ...toProfile,
  },
};

/**
 * Lets links to the API, from mails and from Stripe, end on a page: a browser that opens one gets the shell's
 * page with status and reason in place of an error in JSON. Programs get the error.
 */
export function linkProblems(app: FastifyInstance, env: Env, currentSite: CurrentSite): void {
  const pageOf = pageCache(env);
  const headers = {
    ...headersBySent(env).pages,
    ...headersOfPages(env),
    'cache-control': 'no-store, no-transform',
    'referrer-policy': 'no-referrer',
  };
  app.addHook('onRequest', (request, reply, next) => {
    if (!isRedirected(request, reply)) next();
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const isError = reply.statusCode >= 400 && typeof payload === 'string';
    if (!isError || !request.url.startsWith('/api/') || !isNavigation(request)) return payload;
    const site = await currentSite.get().catch(() => undefined);
    if (!site) return payload;
    const page = await pageOf(site, problemOf(reply.statusCode, payload));
    const encoding = chooseEncoding(request.headers['accept-encoding']);
    pageHeaders(reply.removeHeader('content-length').headers(headers), page);
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    reply.type('text/html; charset=utf-8');
    return page.bodies[encoding];
  });
}

const link = apiBasePath + apiPaths.payoutLink('');
const linkAndRest = new RegExp(
  `^(${link}[\\w-]+(?:/return)?)(?:%[0-9a-f]{0,2}|[^\\w?-])+(\\?.*)?$`,
  'i',
);

/** Redirects from a link with a rest that mail programs took for a part of it, such as a slash. */
export function isRedirected(request: FastifyRequest, reply: FastifyReply): boolean {
  const [, path, query = ''] = linkAndRest.exec(request.url) ?? [];
  if (!path || !isNavigation(request)) return false;
  reply.header('cache-control', 'no-store').redirect(path + query, 308);
  return true;
}

function problemOf(status: number, error: string): LinkProblem {
  const [, code = ''] = /"code":"(\w+)"/.exec(error) ?? [];
  return byCode[code] ?? (status < 500 ? broken : ours);
}

function pageCache(env: Env): (site: Site, problem: LinkProblem) => Promise<Page> {
  const configuration = publicConfiguration(env);
  const pagesOfSite = new WeakMap<Site, Map<LinkProblem, Promise<Page>>>();
  return (site, problem) => {
    const known = pagesOfSite.get(site) ?? new Map<LinkProblem, Promise<Page>>();
    pagesOfSite.set(site, known);
    const compose = () => composePage(saying(site, problem), null, configuration, env.SITE_URL);
    const page = known.get(problem) ?? makePage(compose(), null);
    known.set(problem, page);
    return page;
  };
}

/** Returns the site with a not-found page that says this. */
function saying(site: Site, problem: LinkProblem): Site {
  const { shell, candidates } = site;
  const block = jsonBlock(linkProblemBlock, problem);
  return {
    ...site,
    // Without the shell before it: if the shell fails, a reload would follow the link again.
    candidates: { ...candidates, ...(candidates.shell && { shell: candidates.shell.slice(0, 1) }) },
    shell: {
      ...shell,
      html: shell.html.replace(headPlaceholder, () => headPlaceholder + block),
      routes: { ...shell.routes, notFoundTitle: `${problem.heading} – Kargo` },
    },
    prerendered() {
      const page = site.prerendered(linkProblemPath);
      return page && { ...page, html: filled(page.html, problem) };
    },
  };
}

function filled(html: string, problem: LinkProblem): string {
  const names = Object.keys(linkProblemTexts) as (keyof LinkProblem)[];
  const fill = (text: string, name: keyof LinkProblem) =>
    text.replaceAll(linkProblemTexts[name], () => escapeHtml(problem[name]));
  return names.reduce(fill, html);
}
