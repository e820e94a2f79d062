import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoding } from '../choose-encoding.ts';
import { entityTag } from '../releases/entity-tag.ts';
import type { Route } from '../releases/published.ts';
import type { ComposedPage } from './compose-page.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** A page, compressed once: it is the same for every visitor. */
export interface Page {
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
  const page: Page = {
    status: route ? 200 : 404,
    // Weak, because all encodings share it.
    etag: `W/${entityTag(identity)}`,
    referrer: route?.referrer,
    sources: { style: inline.styles.map(sourceOf), script: inline.scripts.map(sourceOf) },
    bodies: { identity, br, gzip: gzipped },
  };
  void brotli(identity, constants.BROTLI_MAX_QUALITY).then(
    (best) => {
      page.bodies.br = best;
    },
    () => undefined,
  );
  return page;
}

/** The best one saves 8 % more and takes 20 times as long: the first visitors do not wait for it. */
const fastQuality = 9;

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
