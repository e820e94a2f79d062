import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { entityTag } from '../releases/entity-tag.ts';
import type { Route } from '../releases/published.ts';
import type { Encoding } from './choose-encoding.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** A page, compressed once: it is the same for every visitor. */
export interface Page {
  status: 200 | 404;
  etag: string;
  referrer: Route['referrer'];
  bodies: Record<Encoding, Buffer>;
}

/** Compresses a page. It holds no secret, so compression reveals none. */
export async function makePage(html: string, route: Route | null): Promise<Page> {
  const identity = Buffer.from(html);
  const [br, gzipped] = await Promise.all([
    compressBrotli(identity, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 9,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    }),
    compressGzip(identity, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  return {
    status: route ? 200 : 404,
    // Weak, because all encodings share it.
    etag: `W/${entityTag(identity)}`,
    referrer: route?.referrer,
    bodies: { identity, br, gzip: gzipped },
  };
}
