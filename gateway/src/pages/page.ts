import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoding } from '../choose-encoding.ts';
import { entityTag } from '../releases/entity-tag.ts';
import type { Route } from '../releases/published.ts';
import type { ComposedPage } from './compose-page.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** A page, compressed for all visitors, to whom it is the same. */
export interface Page {
  madeAt: number;
  isCompressedBest: boolean;
  status: 200 | 404;
  etag: string;
  referrer: Route['referrer'];
  /** Sources that its policy has to name beside the usual ones. */
  sources: { style: string[]; script: string[] };
  bodies: Record<Encoding, Buffer>;
}

/** Compresses a page. It holds no secret, so compression reveals none. */
export async function makePage({ html, inline }: ComposedPage, route: Route | null): Promise<Page> {
  const identity = Buffer.from(html);
  const [br, gzipped] = await Promise.all([
    brotli(identity, fastQuality),
    compressGzip(identity, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  return {
    madeAt: Date.now(),
    isCompressedBest: false,
    status: route ? 200 : 404,
    // Weak, because all encodings share it.
    etag: `W/${entityTag(identity)}`,
    referrer: route?.referrer,
    sources: { style: inline.styles.map(sourceOf), script: inline.scripts.map(sourceOf) },
    bodies: { identity, br, gzip: gzipped },
  };
}

/** Like most of the best one, in a sixtieth of its time: the first visitors do not wait for it. */
const fastQuality = 6;

/** The best one saves another 8 %, which a page that the next publish replaces at once is not worth. */
const lastingMs = 5000;

/** Compresses a page that has lasted as well as possible. Who asks for it meanwhile gets what there is. */
export function compressLasting(page: Page): void {
  if (page.isCompressedBest || Date.now() - page.madeAt < lastingMs) return;
  page.isCompressedBest = true;
  void brotli(page.bodies.identity, constants.BROTLI_MAX_QUALITY).then(
    (best) => {
      page.bodies.br = best;
    },
    () => undefined,
  );
}

function brotli(text: Buffer, quality: number): Promise<Buffer> {
  const mode = constants.BROTLI_MODE_TEXT;
  return compressBrotli(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: mode,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  });
}

/** The source of a security policy that lets this text through inline. */
function sourceOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
