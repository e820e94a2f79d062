import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoding } from '../choose-encoding.ts';
import { entityTag } from '../releases/entity-tag.ts';
import type { Route } from '../releases/published.ts';
import type { composePage } from './compose-page.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export interface Compressed {
  /** Weak, because all encodings share it. */
  etag: string;
  bodies: Record<Encoding, Buffer>;
}

/** A page in all encodings; it is the same for all visitors. */
export interface Page extends Compressed {
  madeAt: number;
  isCompressedBest: boolean;
  status: 200 | 404;
  referrer: Route['referrer'];
  /** Sources that its policy has to allow in addition to the usual ones. */
  sources: { style: string[]; script: string[] };
}

/** Makes a page out of composed HTML. */
export async function makePage(
  { html, inline }: ReturnType<typeof composePage>,
  route: Route | null,
): Promise<Page> {
  return {
    madeAt: Date.now(),
    isCompressedBest: false,
    status: route ? 200 : 404,
    referrer: route?.referrer,
    sources: { style: inline.styles.map(sourceOf), script: inline.scripts.map(sourceOf) },
    ...(await compress(html)),
  };
}

/** Compresses a text in all encodings. That is safe only if it contains no secret. */
export async function compress(text: string): Promise<Compressed> {
  const identity = Buffer.from(text);
  const [br, gzipped] = await Promise.all([
    brotli(identity, fastQuality),
    compressGzip(identity, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  return { etag: `W/${entityTag(identity)}`, bodies: { identity, br, gzip: gzipped } };
}

/** Returns a function that keeps what is made of a site, by key, for as long as the site is current. */
export function keptWithSites<Made>() {
  const all = new WeakMap<object, Map<string, Promise<Made>>>();
  return (site: object, key: string, make: () => Promise<Made>): Promise<Made> => {
    const known = all.get(site) ?? new Map<string, Promise<Made>>();
    all.set(site, known);
    const made = known.get(key) ?? make();
    known.set(key, made);
    return made;
  };
}

/** Nearly as good as the best quality in a sixtieth of the time, so that the first visitors wait less. */
const fastQuality = 6;

/** The best quality saves another 8 %; it is used only for pages that last this long. */
const lastingMs = 5000;

/** Compresses a page that has lasted a while with the best quality, in the background. */
export function compressLasting(page: Page): void {
  if (page.isCompressedBest || Date.now() - page.madeAt < lastingMs) return;
  page.isCompressedBest = true;
  brotli(page.bodies.identity, constants.BROTLI_MAX_QUALITY)
    .then((best) => Object.assign(page.bodies, { br: best }))
    .catch(() => undefined);
}

function brotli(text: Buffer, quality: number): Promise<Buffer> {
  return compressBrotli(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  });
}

/** Returns the policy source that allows this inline text. */
function sourceOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
