import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The site's two typefaces as CSS, for pages that are rendered to pictures. */
export const typefaces = [
  face('Bricolage Grotesque', 'bricolage-grotesque', '200 800'),
  face('Instrument Sans', 'instrument-sans', '400 700'),
].join('\n');

function face(family: string, name: string, weight: string): string {
  const file = `@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`;
  const font = readFileSync(fileURLToPath(import.meta.resolve(file)), 'base64');
  return `@font-face{font-family:"${family} Variable";font-weight:${weight};src:url("data:font/woff2;base64,${font}")}`;
}
