import { useSession } from '@kargo/shared-runtime/session';
import { chakra } from '@kargo/shared-runtime/ui';
import { signedInMark } from '@kargo/shared-types/page/page-marks';
import { driverStripHeight } from '@kargo/shared-ui/driver-strip-height';
import { useLazyPart } from '@kargo/shared-ui/useLazyPart';

/**
 * The place of `DriverStrip`, between the header and the content of the landing page's banner, which leaves as
 * much room (`driverStripHeight`) before the first paint. Visitors do not download the strip.
 */
export function StripPlace() {
  const isSignedIn = useSession().token !== null;
  const Strip = useLazyPart(isSignedIn, loadStrip);
  return (
    <Place role="status" aria-atomic={false}>
      {isSignedIn && Strip && <Strip />}
    </Place>
  );
}

const loadStrip = async () => (await import('./DriverStrip.tsx')).DriverStrip;

const Place = chakra('div', {
  base: {
    display: 'none',
    [`[${signedInMark}] &`]: { display: 'block' },
    position: 'absolute',
    inset: '{sizes.header} 0 auto',
    h: driverStripHeight,
    color: 'white',
    borderBlock: '1px solid',
    borderColor: 'ink.800',
    bg: 'rgb(18 11 46 / 0.5)',
    zIndex: 1,
  },
});
