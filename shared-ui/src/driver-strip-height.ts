/** Height of the strip that drivers have below the header of the landing page: two lines on a phone, one elsewhere. */
export const driverStripHeight = 'clamp(3.5rem, (48rem - 100vw) * 99, 6rem)';
