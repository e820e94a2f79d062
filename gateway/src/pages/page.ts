import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { entityTag } from '../releases/entity-tag.ts';
import type { Route } from '../releases/published.ts';
import type { Encoding } from './choose-encoding.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** A page as it is sent: the same for every visitor, so it may be kept and compressed once. */
export interface Page {
  status: 200 | 404;
  etag: string;
  referrer: Route['referrer'];
  bodies: Record<Encoding, Buffer>;
}

/** Makes a page of its HTML. It holds no secret, so compressing it reveals none. */
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
    // Weak, since it stands for the page in every encoding.
    etag: `W/${entityTag(identity)}`,
    referrer: route?.referrer,
    bodies: { identity, br, gzip: gzipped },
  };
}
