import type { DrawnElement, Look } from './in-page/read-look.ts';

/** How far a box may be from where it was, in px, since fractions are rounded. */
const tolerancePx = 1;

/** Properties whose computed values follow from where a box stands: its distance from the edges of what is around it. */
const fromPlace = /^(top|right|bottom|left|inset)/;

/** Properties whose computed values follow from the size of a box. */
const fromSize =
  /^(width|height|(inline|block)-size|margin|padding|perspective-origin|transform-origin|grid-template)/;

/** Returns the first difference between how a part is drawn now and how it was; undefined if there is none. */
export function differenceOf(now: Look, before: Look): string | undefined {
  const names = ({ elements }: Look) => elements.map(({ name }) => name);
  const more = now.elements.length - before.elements.length;
  // The last: what is around it has another text too.
  if (more > 0) return `it has ${addedTo(names(before), names(now)).at(-1)} in addition`;
  if (more < 0) return `it lacks ${addedTo(names(now), names(before)).at(-1)}`;
  for (const [index, element] of now.elements.entries()) {
    const other = before.elements[index];
    if (!other || element.isMoving || other.isMoving) continue;
    const difference = differenceOfElements(element, other, now.properties);
    if (difference) return difference;
  }
  return undefined;
}

/** Returns what a list has in addition to another one, with each as often as it is added. */
export function addedTo(before: readonly string[], now: readonly string[]): string[] {
  const left = [...before];
  return now.filter((it) => {
    const index = left.indexOf(it);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

function differenceOfElements(
  now: DrawnElement,
  before: DrawnElement,
  properties: readonly string[],
): string | undefined {
  const kindOf = ({ name }: DrawnElement) => name.split(' ')[0];
  if (kindOf(now) !== kindOf(before)) return `it has ${now.name}, in place of ${before.name}`;
  if (now.box.some((px, index) => Math.abs(px - (before.box[index] ?? 0)) > tolerancePx))
    return `${now.name} is at ${placeOf(now)}, in place of ${placeOf(before)}`;
  if (now.values === before.values) return undefined;
  const values = before.values.split('\n');
  for (const [index, value] of now.values.split('\n').entries()) {
    const property = properties[index] ?? '';
    const other = values[index] ?? '';
    if (value === other || fromPlace.test(property)) continue;
    if (!fromSize.test(property) || !isNear(value, other))
      return `${now.name} has ${property}: ${value}, in place of ${other}`;
  }
  return undefined;
}

const placeOf = ({ box }: DrawnElement): string => {
  const [left, top, width, height] = box.map((px) => Number(px.toFixed(1)));
  return `${left}, ${top} with ${width} × ${height} px`;
};

const lengths = /-?[\d.]+(?=px)/g;

/** Whether two values differ by lengths of a pixel only. */
function isNear(value: string, other: string): boolean {
  if (value.replaceAll(lengths, '') !== other.replaceAll(lengths, '')) return false;
  const others = other.match(lengths) ?? [];
  return (value.match(lengths) ?? []).every(
    (px, index) => Math.abs(Number(px) - Number(others[index])) <= tolerancePx,
  );
}
