import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../shell/node_modules/@fontsource-variable');

/** The site's two typefaces as CSS, for pages that are rendered to pictures. */
export const ownFonts = [
  face(
    'Bricolage Grotesque',
    'bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
    '200 800',
  ),
  face(
    'Instrument Sans',
    'instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
    '400 700',
  ),
].join('\n');

function face(family: string, file: string, weight: string): string {
  const font = readFileSync(join(folder, file), 'base64');
  return `@font-face{font-family:"${family} Variable";font-weight:${weight};src:url("data:font/woff2;base64,${font}")}`;
}
