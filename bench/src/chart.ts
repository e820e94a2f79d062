import escapeHtml from 'escape-html';

/** A bar of a chart: its parts in order, and the range of the single measurements. */
interface Bar {
  label: string;
  /** Text at the end of the bar. */
  text: string;
  parts: { value: number; color: string }[];
  spread?: readonly [number, number];
  /** The position of a dot, such as the moment when a page can be used. */
  mark?: number | null;
}

interface Chart {
  title: string;
  /** The text below the title, which says how it was measured. */
  note: string;
  /** Legend of the colours and dots. */
  legend: { color: string; text: string; isDot?: boolean }[];
  bars: readonly Bar[];
}

const size = { width: 1040, labels: 290, texts: 240, row: 46, top: 136 };
const ink = { text: '#1B1240', soft: '#655D87', ground: '#F7F5FD' };

/** A bar chart as an SVG file, scaled to the longest bar. */
export function barChart({ title, note, legend, bars }: Chart): string {
  const longest = Math.max(
    ...bars.map(({ parts, spread, mark }) =>
      Math.max(sum(parts.map(({ value }) => value)), spread?.[1] ?? 0, mark ?? 0),
    ),
  );
  const scale = (value: number) => (value / longest) * (size.width - size.labels - size.texts);
  const height = size.top + bars.length * size.row + 16;
  const rows = bars.map((bar, index) => row(bar, size.top + index * size.row, scale));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${height}" font-family="'Instrument Sans', system-ui, sans-serif" role="img">
<title>${escapeHtml(title)}</title>
<rect width="${size.width}" height="${height}" fill="${ink.ground}"/>
<text x="32" y="44" font-size="20" font-weight="700" fill="${ink.text}">${escapeHtml(title)}</text>
<text x="32" y="70" font-size="14" fill="${ink.soft}">${escapeHtml(note)}</text>
${legendRow(legend)}
${rows.join('\n')}
</svg>
`;
}

function legendRow(entries: Chart['legend']): string {
  let x = 32;
  return entries
    .map(({ color, text, isDot }) => {
      const symbol = isDot
        ? `<circle cx="${x + 7}" cy="101" r="6" fill="${color}"/>`
        : `<rect x="${x}" y="94" width="14" height="14" rx="3" fill="${color}"/>`;
      const label = `<text x="${x + 22}" y="106" font-size="14" fill="${ink.soft}">${escapeHtml(text)}</text>`;
      x += 46 + text.length * 7.2;
      return symbol + label;
    })
    .join('\n');
}

function row(
  { label, text, parts, spread, mark }: Bar,
  y: number,
  scale: (value: number) => number,
) {
  let x = size.labels;
  const middle = y + 15;
  const rects = parts.map(({ value, color }) => {
    const rect = `<rect x="${fixed(x)}" y="${y}" width="${fixed(scale(value))}" height="30" fill="${color}"/>`;
    x += scale(value);
    return rect;
  });
  const [from = 0, to = 0] = spread?.map((value) => size.labels + scale(value)) ?? [];
  const line = spread
    ? `<path d="M${fixed(from)} ${middle}H${fixed(to)}M${fixed(from)} ${middle - 5}v10M${fixed(to)} ${middle - 5}v10" stroke="${ink.text}" stroke-width="1.5"/>`
    : '';
  const dot = mark
    ? `<circle cx="${fixed(size.labels + scale(mark))}" cy="${middle}" r="6" fill="${markColor}" stroke="${ink.ground}" stroke-width="2"/>`
    : '';
  const end = Math.max(x, to, size.labels + scale(mark ?? 0) + 6) + 14;
  return `<text x="${size.labels - 16}" y="${middle + 5}" font-size="15" font-weight="600" text-anchor="end" fill="${ink.text}">${escapeHtml(label)}</text>
${rects.join('')}${line}${dot}
<text x="${fixed(end)}" y="${middle + 5}" font-size="15" fill="${ink.text}">${escapeHtml(text)}</text>`;
}

export const markColor = '#FF6B35';

const fixed = (value: number) => value.toFixed(1);

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
