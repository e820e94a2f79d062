import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../../shell/src/layout/promo-video');

/** The paths of the film's two committed files. */
export const files = {
  webm: join(folder, 'how-kargo-works.webm'),
  mp4: join(folder, 'how-kargo-works.mp4'),
};
