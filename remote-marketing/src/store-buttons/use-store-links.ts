import { useConfiguration } from 'shared-runtime/configuration';
import type { Anchor } from 'shared-types/paths';

const callToAction: `#${Anchor}` = '#getstarted';

/** Where the store buttons lead: to the configured listings, or to the landing page's call to action. */
export function useStoreLinks(): { ios: string; android: string } {
  const configuration = useConfiguration();
  return {
    ios: configuration?.iosAppUrl ?? callToAction,
    android: configuration?.androidAppUrl ?? callToAction,
  };
}
