import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../../shell/src/layout/promo-video');

/** Where the film is committed, in both of its forms. */
export const files = {
  webm: join(folder, 'how-kargo-works.webm'),
  mp4: join(folder, 'how-kargo-works.mp4'),
};
