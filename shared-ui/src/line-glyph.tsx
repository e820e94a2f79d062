import { createElement, type SVGProps } from 'react';

type Part = readonly [tag: string, attributes: object];
type GlyphProps = SVGProps<SVGSVGElement> & { size?: number | string };

/** Makes an icon's component. Builds use it in place of lucide's, which is three times as large. */
export default function createGlyph({ node }: { readonly node: readonly Part[] }) {
  const parts = node.map(([tag, attributes]) => createElement(tag, attributes));
  return ({ size = 24, ...others }: GlyphProps) => (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      {...others}
    >
      {parts}
    </svg>
  );
}
