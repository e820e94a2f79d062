/** Red, green and blue, from 0 to 255. */
export type Color = readonly [red: number, green: number, blue: number];

/**
 * Returns the contrast ratio of two colours, from 1 to 21 (WCAG 2.2, "contrast ratio" and "relative
 * luminance"). It also runs in pages, so it uses nothing else of this module.
 */
export function contrastOf(one: Color, other: Color): number {
  const [darker = 0, lighter = 0] = [one, other].map(luminanceOf).sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);

  function luminanceOf(color: Color): number {
    const [red = 0, green = 0, blue = 0] = color.map((channel) => {
      const share = channel / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }
}
