import escapeHtml from 'escape-html';
import type { PageName } from './load-page.ts';
import { medianOf, type Results, valuesOf } from './results.ts';
import { variantNames, variants } from './variants.ts';

const size = { width: 1040, labels: 290, texts: 240, row: 46, top: 136 };
const ink = { text: '#1B1240', soft: '#655D87', ground: '#F7F5FD' };
const colors = { ours: '#5B37F0', others: '#B7A6FF', hydrated: '#FF6B35' };

/** A bar per variant: when the largest element of a page is painted, and when the page is hydrated. As SVG. */
export function paintChart(results: Results, page: PageName, title: string): string {
  const { date, rounds, machine } = results.about;
  const bars = variantNames.map((name) => {
    const lcps = valuesOf(results, name, page, 'lcp');
    return {
      name,
      lcp: medianOf(results, name, page, 'lcp'),
      hydrated: medianOf(results, name, page, 'hydrated'),
      lowest: Math.min(...lcps),
      highest: Math.max(...lcps),
    };
  });
  const longest = Math.max(...bars.flatMap(({ highest, hydrated }) => [highest, hydrated]));
  const at = (ms: number) =>
    Math.round(size.labels + (ms / longest) * (size.width - size.labels - size.texts));
  const rows = bars.map(({ name, lcp, hydrated, lowest, highest }, index) => {
    const y = size.top + index * size.row;
    const middle = y + 15;
    const color = name === 'site' ? colors.ours : colors.others;
    return `${text(size.labels - 16, middle + 5, variants[name], 'font-weight="600" text-anchor="end"')}
<rect x="${size.labels}" y="${y}" width="${at(lcp) - size.labels}" height="30" fill="${color}"/>
<path d="M${at(lowest)} ${middle}H${at(highest)}M${at(lowest)} ${middle - 5}v10M${at(highest)} ${middle - 5}v10" stroke="${ink.text}" stroke-width="1.5"/>
${dot(at(hydrated), middle)}
${text(Math.max(at(highest), at(hydrated)) + 20, middle + 5, `${inSeconds(lcp)}, ${inSeconds(hydrated)}`)}`;
  });
  const height = size.top + bars.length * size.row + 16;
  const note = `150 ms, 1.6 Mbit/s, processor × 4, empty cache; median of ${rounds}; ${date}, ${machine.split(',')[0]}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${height}" font-family="'Instrument Sans', system-ui, sans-serif" font-size="15" fill="${ink.text}" role="img">
<title>${escapeHtml(title)}</title>
<rect width="${size.width}" height="${height}" fill="${ink.ground}"/>
${text(32, 44, title, 'font-size="20" font-weight="700"')}
${text(32, 70, note, `fill="${ink.soft}"`)}
<rect x="32" y="94" width="14" height="14" fill="${colors.ours}"/>
${text(54, 106, 'largest contentful paint, and its lowest and highest', `fill="${ink.soft}"`)}
${dot(455, 101)}
${text(470, 106, 'hydrated', `fill="${ink.soft}"`)}
${rows.join('\n')}
</svg>
`;
}

function text(x: number, y: number, content: string, attributes = ''): string {
  return `<text x="${x}" y="${y}" ${attributes}>${escapeHtml(content)}</text>`;
}

function dot(x: number, y: number): string {
  return `<circle cx="${x}" cy="${y}" r="6" fill="${colors.hydrated}" stroke="${ink.ground}" stroke-width="2"/>`;
}

const inSeconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
