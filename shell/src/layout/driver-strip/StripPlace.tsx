import { useSession } from '@kargo/shared-runtime/session';
import { chakra } from '@kargo/shared-runtime/ui';
import { signedInMark } from '@kargo/shared-types/page/page-marks';
import { driverStripHeight } from '@kargo/shared-ui/driver-strip-height';
import { type ComponentType, useEffect, useState } from 'react';

/**
 * The place of `DriverStrip`, between the header and the content of the landing page's banner, which leaves as
 * much room (`driverStripHeight`) before the first paint. Visitors do not download the strip.
 */
export function StripPlace() {
  const { token } = useSession();
  const [Strip, setStrip] = useState<ComponentType>();
  const isSignedIn = token !== null;
  useEffect(() => {
    if (!isSignedIn) return;
    // Without it the place stays empty.
    const loading = import('./DriverStrip.tsx').catch(() => undefined);
    void loading.then((module) => module && setStrip(() => module.DriverStrip));
  }, [isSignedIn]);
  return (
    <Place role="status" aria-atomic={false}>
      {isSignedIn && Strip && <Strip />}
    </Place>
  );
}

const Place = chakra('div', {
  base: {
    display: 'none',
    [`[${signedInMark}] &`]: { display: 'block' },
    position: 'absolute',
    top: '{sizes.header}',
    insetX: 0,
    h: driverStripHeight,
    color: 'white',
    borderBlock: '1px solid',
    borderColor: 'ink.800',
    bg: 'rgb(18 11 46 / 0.5)',
    zIndex: 1,
  },
});
