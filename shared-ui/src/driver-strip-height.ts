/** Height of drivers' strip on the landing page: two lines on a phone, more for enlarged text, one elsewhere. */
export const driverStripHeight =
  'clamp(3.5rem, (48rem - 100vw) * 99, clamp(6rem, (16rem - 100vw) * 99, 10rem))';
