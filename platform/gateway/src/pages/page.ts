import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { PublishedRoute } from '@kargo/shared-types/releases/published-routes';
import { entityTag } from '../releases/files/entity-tag.ts';
import type { Encoding } from '../transport/choose-encoding.ts';
import type { composePage } from './compose-page.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

interface Compressed {
  /** A weak tag, because all encodings share it. */
  etag: string;
  bodies: Record<Encoding, Buffer>;
}

/** A page in all encodings, the same for all visitors. */
export interface Page extends Compressed {
  madeAt: number;
  isCompressedBest: boolean;
  status: 200 | 404;
  referrer: PublishedRoute['referrer'];
  /** Sources that its policy must allow in addition to the usual ones. */
  sources: { style: string[]; script: string[] };
}

export async function makePage(
  { html, inline }: ReturnType<typeof composePage>,
  route: PublishedRoute | null,
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

/** Compresses a text in all encodings. It must not contain a secret. */
async function compress(text: string): Promise<Compressed> {
  const identity = Buffer.from(text);
  const [br, gzipped] = await Promise.all([
    brotli(identity, fastQuality),
    compressGzip(identity, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  return { etag: `W/${entityTag(identity)}`, bodies: { identity, br, gzip: gzipped } };
}

/** Returns a function that makes a thing once per key, and caches it while its site is current. */
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

/** Nearly as good as the best, in a sixtieth of the time, so that the first visitors wait less. */
const fastQuality = 6;

/** The best quality saves another 8 %. Pages get it after they have lasted this long. */
const lastingMs = 5000;

/** Recompresses a lasting page with the best quality, in the background. */
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

/** Returns the source for the policy that allows an inline text. */
function sourceOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
