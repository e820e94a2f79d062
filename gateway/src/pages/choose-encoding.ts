export type Encoding = 'br' | 'gzip' | 'identity';

/** Smallest first; the visitor's own weights come before this order. */
const offered: Encoding[] = ['br', 'gzip'];

/**
 * The encoding to answer with, from an Accept-Encoding header (RFC 9110, section 12.5.3). Without
 * one the answer is not compressed.
 */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  const weights = new Map((acceptEncoding ?? '').split(',').map(parseWeight));
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0;
  const [best] = offered
    .filter((encoding) => weightOf(encoding) > 0)
    .sort((one, other) => weightOf(other) - weightOf(one));
  return best && weightOf(best) >= (weights.get('identity') ?? 0) ? best : 'identity';
}

/** `gzip;q=0.5` as a name and a weight; a weight that makes no sense counts as 1. */
function parseWeight(item: string): [name: string, weight: number] {
  const [name = '', ...parameters] = item
    .trim()
    .toLowerCase()
    .split(/\s*;\s*/);
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  const weight = Number(quality ?? 1);
  return [name, Number.isFinite(weight) ? weight : 1];
}
