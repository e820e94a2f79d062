import { Drawing } from '../../Drawing.tsx';

const label =
  'A map of a town: a parcel picked up at a shop, a van on its way, and a signed delivery.';

/** A delivery across town: picked up, on the way, delivered. */
export function CityIllustration() {
  const size = { w: 'full', h: 'auto', viewBox: '0 0 700 540' };
  return <Drawing name="city" role="img" aria-label={label} {...size} borderRadius="panel" />;
}
