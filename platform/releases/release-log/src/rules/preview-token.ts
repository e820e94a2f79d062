import { parseJson } from '@kargo/shared-types/parse-json';
import { decodeJwt } from 'jose';
import { type Static, Type } from 'typebox';
import { type PublisherKey, type Publishers, sign, verifySignature } from './release-signature.ts';

const Preview = Type.Object({
  /** By app: the version to show instead of the current one. */
  apps: Type.Record(Type.String(), Type.String(), { minProperties: 1 }),
  /** Origin of the site. */
  site: Type.String(),
  /** When it was signed and when it expires, in whole seconds since 1970, up to the year 9999. */
  iat: Type.Integer({ minimum: 0, maximum: 253_402_300_799 }),
  exp: Type.Integer({ minimum: 0, maximum: 253_402_300_799 }),
});
export type Preview = Static<typeof Preview>;

/** The query parameter that holds the token. */
export const previewParameter = 'kargo-preview';

/** The longest validity of a link, and how far the signer's clock may be ahead, in seconds. */
export const previewSeconds = { most: 30 * 24 * 60 * 60, ahead: 60 };

/** Signatures also count with spaces in them, and gateways keep a page for each token. */
export const isToken = (token: string): boolean => token.length <= 3000 && /^[\w.-]+$/.test(token);

/** Why a link shows nothing, in a sentence for the visitor. */
export class PreviewError extends Error {}

/** Returns the token of a link, a JWS. */
export function signPreview({ iat, exp, ...shown }: Preview, key: PublisherKey): Promise<string> {
  const times = { iat: Math.floor(iat), exp: Math.floor(exp) };
  return sign('kargo-preview', JSON.stringify({ ...shown, ...times }), key);
}

/**
 * Verifies the token of a link, and returns its preview with the name of the signing key.
 *
 * @param site origin of this site
 * @throws {PreviewError}
 */
export async function verifiedPreview(
  token: string,
  site: string,
  publishers: Publishers,
  now = Date.now(),
): Promise<Preview & { kid: string }> {
  const { kid, ...preview } = await readToken(token, publishers).catch((cause) => {
    throw new PreviewError(
      'This preview link is not signed by a team that may publish what it shows.',
      { cause },
    );
  });
  const { site: of, iat, exp } = preview;
  if (of !== site) throw new PreviewError('This preview link is for another site.');
  const { most, ahead } = previewSeconds;
  if (iat * 1000 > now + ahead * 1000)
    throw new PreviewError(
      'This preview link is not valid yet: its team has a clock that is ahead.',
    );
  const isTooLong = exp - Math.min(iat, now / 1000) > most;
  if (exp * 1000 <= now || isTooLong) throw new PreviewError('This preview link has expired.');
  return { ...preview, kid };
}

async function readToken(token: string, publishers: Publishers) {
  if (!isToken(token)) throw new Error('The token is too long, or not one.');
  const preview = parseJson(Preview, JSON.stringify(decodeJwt(token)), 'The token');
  let kid = '';
  // The key must be allowed to publish each of them.
  for (const app of Object.keys(preview.apps))
    kid = await verifySignature('kargo-preview', 'The token', token, [app], publishers);
  return { ...preview, kid };
}
