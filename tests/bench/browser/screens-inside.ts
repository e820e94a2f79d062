import { keepingPrerendered } from '../../../shell/src/remote-loading/prerendered-screen.ts';
import {
  provideScreenLoader,
  type ScreenLoader,
} from '../../../shell/src/remote-loading/screen-component.ts';

/** Replaces `federation-host.ts` in a build without federation that has all remotes' screens. */
export function startFederation(isPrerendered: boolean): void {
  provideScreenLoader(isPrerendered ? keepingPrerendered(loadScreen) : loadScreen);
}

const loadScreen: ScreenLoader = (id) => {
  const [remote = '', screen = ''] = id.split('/');
  const load = screens[remote];
  if (!load) throw new Error(`There is no remote ${remote}`);
  return load(screen);
};

/** Chunks are named after screens, such as `Home-tsx`. */
const screens: Record<string, (screen: string) => ReturnType<ScreenLoader>> = {
  marketing: (screen) =>
    import(
      /* webpackChunkName: "[request]", webpackExclude: /\.test\./ */ `../../../remote-marketing/src/screens/${screen}.tsx`
    ),
  auth: (screen) =>
    import(
      /* webpackChunkName: "[request]", webpackExclude: /\.test\./ */ `../../../remote-auth/src/screens/${screen}.tsx`
    ),
  profile: (screen) =>
    import(
      /* webpackChunkName: "[request]", webpackExclude: /\.test\./ */ `../../../remote-profile/src/screens/${screen}.tsx`
    ),
};
