/** The site's colours (docs/design.md), for drawings. */
export const ink = {
  950: '#120B2E',
  900: '#1B1240',
  800: '#2A1E5C',
  600: '#4B4370',
  500: '#655D87',
  300: '#B9B3D1',
};
export const violet = { 600: '#5B37F0', 500: '#7657FF', 300: '#B7A6FF' };
export const lime = '#C8F169';
export const orange = '#FF6B35';

/** The logo as SVG, with its top left corner at `x` and `y`; `size` is its width and height. */
export function logo(x: number, y: number, size: number): string {
  return `<g transform="translate(${x} ${y}) scale(${size / 48})"><rect width="48" height="48" rx="13" fill="${violet[600]}"/><path d="M15 12v24" stroke="#fff" stroke-width="5.5" stroke-linecap="round"/><path d="M33 14 22.5 24 33 36" fill="none" stroke="#fff" stroke-width="5.5" stroke-linecap="round" stroke-linejoin="round"/><circle cx="33.5" cy="13.5" r="5.2" fill="${lime}" stroke="${violet[600]}" stroke-width="2.4"/></g>`;
}

interface TextStyle {
  fill?: string;
  weight?: number;
  display?: boolean;
  anchor?: 'start' | 'middle';
}

export function text(
  content: string,
  x: number,
  y: number,
  size: number,
  style: TextStyle = {},
): string {
  const { fill = '#fff', weight = 400, display = false, anchor = 'start' } = style;
  const face = display
    ? `font-family="Bricolage Grotesque Variable" font-weight="700" letter-spacing="${-0.03 * size}"`
    : `font-family="Instrument Sans Variable" font-weight="${weight}"`;
  return `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}" text-anchor="${anchor}" ${face}>${content}</text>`;
}
