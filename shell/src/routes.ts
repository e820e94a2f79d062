import { paths } from '@kargo/shared-types/page/paths';
import type { ScreenId } from '@kargo/shared-types/page/screens';
import type { PublishedRoutes } from '@kargo/shared-types/releases/published-routes';

export type Ground = 'ink.950' | 'lilac' | 'mist' | 'paper';

export interface Route {
  path: string;
  /** Route name; the header is transparent on the one named `Home`. */
  name: string;
  screen: ScreenId;
  /** Hides header and footer. `hidden-but-logo` adds a link home for screens without a way back. */
  layout?: 'hidden' | 'hidden-but-logo';
  /** Who may see the screen; signed-in drivers by default. `signed-out` redirects those. */
  access?: 'public' | 'signed-out';
  /** Whether a screen for drivers is prerendered with placeholders, which it must support. */
  hasFrame?: boolean;
  /** Background at the top of the screen, shown while it loads; paper by default. */
  ground?: Ground;
  /** Whether the screen is useless until its code has loaded. */
  isForm?: boolean;
  /** Whether search engines may list the page. */
  indexed?: true;
  /** Whether mailed links lead here: their address must not be sent to other sites. */
  linkSecret?: boolean;
}

/** In kilobytes: three times what the largest screen loads. */
const limit = { script: 120, style: 20, total: 500 };

/** The route table (spec section 2). Every other address shows the not-found screen. */
export const routes: readonly Route[] = [
  {
    path: paths.home(),
    name: 'Home',
    screen: 'marketing/Home',
    access: 'public',
    ground: 'ink.950',
    indexed: true,
  },
  {
    path: paths.about(),
    name: 'About',
    screen: 'marketing/About',
    access: 'public',
    ground: 'lilac',
    indexed: true,
  },
  placeholder(paths.termsAndConditions(), 'TermsAndConditions', 'marketing/TermsAndConditions'),
  placeholder(paths.privacyPolicy(), 'PrivacyPolicy', 'marketing/PrivacyPolicy'),
  placeholder(paths.faqs(), 'FAQs', 'marketing/Faqs'),
  placeholder(paths.support(), 'Support', 'marketing/Support'),
  placeholder(paths.howItWorks(), 'HowItWorks', 'marketing/HowItWorks'),
  {
    path: paths.login(),
    name: 'login',
    screen: 'auth/Login',
    layout: 'hidden',
    access: 'signed-out',
    isForm: true,
  },
  {
    path: paths.profile(),
    name: 'Profile',
    screen: 'profile/Profile',
    hasFrame: true,
    ground: 'mist',
    linkSecret: true,
  },
  {
    path: paths.stripeSuccess(),
    name: 'StripeSuccess',
    screen: 'profile/StripeSuccess',
    access: 'public',
    ground: 'mist',
    linkSecret: true,
  },
  {
    path: paths.stripeError(),
    name: 'StripeError',
    screen: 'profile/StripeError',
    access: 'public',
    isForm: true,
    ground: 'mist',
    linkSecret: true,
  },
];

/** Returns the route at a path, matched as the router does; undefined for pages of the shell. */
export function routeAt(path: string): Route | undefined {
  const comparable = (it: string) => it.toLowerCase().replace(/(?<=^\/|[^/])\/+$/, '');
  return routes.find((route) => comparable(route.path) === comparable(path));
}

export function screenAt(path: string): ScreenId | undefined {
  return routeAt(path)?.screen;
}

export const remoteOf = (id: ScreenId) => id.split('/')[0] ?? '';

/** A page whose text the owner still has to supply. */
function placeholder(path: string, name: string, screen: ScreenId): Route {
  return { path, name, screen, layout: 'hidden-but-logo', access: 'public' };
}

export const siteName = 'Kargo';

export const notFoundTitle = 'Page not found – Kargo';

/** The routes for the gateway, published with the shell's release. */
export const publishedRoutes: PublishedRoutes = {
  routes: routes.map((route) => ({
    path: route.path,
    name: route.name,
    screen: route.screen,
    isPublic: route.access !== undefined,
    limit,
    ...(route.access === 'signed-out' ? { isForVisitors: true } : {}),
    ...(route.hasFrame ? { hasFrame: true } : {}),
    // The guard loads the profile there, see `RequireAccess`.
    ...(route.access ? {} : { uses: ['@kargo/shared-runtime/session-actions'] }),
    ...(route.indexed ? {} : { robots: 'noindex' }),
    ...(route.linkSecret ? { referrer: 'no-referrer' } : {}),
  })),
  notFoundTitle,
  identity: {
    name: siteName,
    logo: '/icon-512.png',
    picture: {
      path: '/social-picture.png',
      width: 1200,
      height: 630,
      alt: 'Send it now. Watch it arrive. A phone shows a parcel on its way across town.',
    },
  },
};
