import { paths } from '@kargo/shared-types/page/paths';
import type { ScreenId } from '@kargo/shared-types/page/screens';
import type { PublishedRoutes } from '@kargo/shared-types/releases/published-routes';

export type Ground = 'ink.950' | 'lilac' | 'mist' | 'paper';

export interface Route {
  path: string;
  /** Route name; the header is see-through on the one named `Home`. */
  name: string;
  screen: ScreenId;
  /**
   * Header and footer stand around the screen, unless this hides them. A screen without them and without a way
   * back of its own has a small logo above it, which leads home.
   */
  layout?: 'hidden' | 'hidden-but-logo';
  /** Who may see the screen; signed-in visitors if left out. `signed-out`: a signed-in one is sent to the profile. */
  access?: 'public' | 'signed-out';
  /** Whether a screen for signed-in drivers is prerendered with placeholders, which it has to allow for. */
  hasFrame?: boolean;
  /** Background at the top of the screen, shown while it loads; paper if left out. */
  ground?: Ground;
  /** Whether the screen is of no use before its code is there. */
  isForm?: boolean;
  /** Whether search engines may list the page. */
  indexed?: true;
  /** Whether a mailed link leads here, whose address must not be sent to other sites. */
  linkSecret?: boolean;
}

/** Three times what the largest screen loads. */
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

/** Returns the route at a path, matched as the router does; undefined where the shell renders the page. */
export function routeAt(path: string): Route | undefined {
  const comparable = (it: string) => it.toLowerCase().replace(/(?<=.)\/$/, '');
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
    // Where the profile is loaded, see `RequireAccess`.
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
