import type { PublicConfiguration } from '@kargo/shared-types/page/public-configuration';
import { type PublishedRoute, textsOf } from '@kargo/shared-types/releases/published-routes';
import type { ScreenTexts } from '@kargo/shared-types/releases/release';
import { contactEmailPlaceholder } from '@kargo/shared-types/releases/release-addresses';
import type { Site } from '../releases/site/published.ts';

/** Returns https://schema.org data about the company behind the site and the page's questions. */
export function structuredData(
  site: Site,
  route: PublishedRoute | null,
  configuration: PublicConfiguration,
  siteUrl: string,
): string[] {
  if (!route || route.robots) return [];
  const { questions = [] } = textsOf(route, site.shell.routes, site.releases);
  const things = [
    ...(route.path === '/' ? aboutTheSite(site, configuration, siteUrl) : []),
    ...(questions.length > 0 ? [faqPage(questions, configuration.contactEmail)] : []),
  ];
  if (things.length === 0) return [];
  const graph = { '@context': 'https://schema.org', '@graph': things };
  return [`<script type="application/ld+json">${escapedJson(graph)}</script>`];
}

function aboutTheSite(
  { shell }: Site,
  { contactEmail, contactPhone, socialUrls }: PublicConfiguration,
  siteUrl: string,
): object[] {
  const { identity } = shell.routes;
  const organization = `${siteUrl}/#organization`;
  const url = `${siteUrl}/`;
  const elsewhere = Object.values(socialUrls).filter((address) => address !== undefined);
  return [
    {
      '@type': 'Organization',
      '@id': organization,
      name: identity.name,
      url,
      logo: siteUrl + identity.logo,
      contactPoint: {
        '@type': 'ContactPoint',
        contactType: 'customer support',
        email: contactEmail,
        telephone: contactPhone,
      },
      ...(elsewhere.length > 0 ? { sameAs: elsewhere } : {}),
    },
    { '@type': 'WebSite', name: identity.name, url, publisher: { '@id': organization } },
  ];
}

function faqPage(questions: NonNullable<ScreenTexts['questions']>, contactEmail: string): object {
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: {
        '@type': 'Answer',
        text: answer.replaceAll(contactEmailPlaceholder, contactEmail),
      },
    })),
  };
}

/** Returns JSON that cannot close the `<script>` element that contains it. */
export function escapedJson(value: object): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}
