import { paths } from '@kargo/shared-types/page/paths';
import type { Page } from '@playwright/test';
import { pressInProfileMenu } from '../support/profile-menu.ts';

export type WayIn = 'first load' | 'in-app navigation';

export interface Destination {
  path: string;
  needsSession: boolean;
  /** Whether the screen has a header and a footer. */
  hasLayout: boolean;
  /** Follows a link in the shell. */
  follow(page: Page): Promise<void>;
}

/** One screen per remote; a page treats all remotes alike. */
export const destinations = {
  marketing: {
    path: paths.about(),
    needsSession: false,
    hasLayout: true,
    follow: (page) => header(page).getByRole('link', { name: 'About Us' }).click(),
  },
  auth: {
    path: paths.login(),
    needsSession: false,
    hasLayout: false,
    follow: (page) => header(page).getByRole('link', { name: 'Login' }).click(),
  },
  profile: {
    path: paths.profile(),
    needsSession: true,
    hasLayout: true,
    follow: (page) => pressInProfileMenu(page, 'My Profile'),
  },
} satisfies Record<string, Destination>;

export type TestedRemote = keyof typeof destinations;

export const remotes = Object.keys(destinations) as TestedRemote[];

/** A page that needs no remote. */
export const pageWithoutRemote = '/no-such-page';

export const header = (page: Page) => page.getByTestId('site-header');
