import { useSession } from '@kargo/shared-runtime/session';
import { css } from '@kargo/shared-runtime/styles';
import { useLazyPart } from '@kargo/shared-ui/useLazyPart';

/**
 * The place of `DriverStrip`, between the header and the content of the landing page's banner. The
 * banner reserves this room (`sizes.driverStrip`) before the first paint. Visitors do not download
 * the strip.
 */
export function StripPlace() {
  const isSignedIn = useSession().token !== null;
  const Strip = useLazyPart(isSignedIn, loadStrip);
  return (
    <div className={placeStyle} role="status" aria-atomic={false}>
      {isSignedIn && Strip && <Strip />}
    </div>
  );
}

const loadStrip = async () => (await import('./DriverStrip.tsx')).DriverStrip;

const placeStyle = css({
  display: 'none',
  _signedIn: { display: 'block' },
  position: 'absolute',
  inset: '{sizes.header} 0 auto',
  h: 'driverStrip',
  color: 'white',
  borderBlock: '1px solid',
  borderColor: 'ink.800',
  bg: 'rgb(18 11 46 / 0.5)',
  zIndex: 1,
});
