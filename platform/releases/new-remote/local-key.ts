import { createHash, createPrivateKey } from 'node:crypto';

/** What comes before the 32 bytes of an Ed25519 key in PKCS #8. */
const header = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * The private key of an app's publisher on a local site, as a JWK. Everybody can work it out from the app's
 * name, so programs in production refuse it by its name.
 */
export function localKey(app: string) {
  const kid = `not-secret-${app}`;
  const secret = createHash('sha256').update(kid).digest();
  const key = createPrivateKey({
    key: Buffer.concat([header, secret]),
    format: 'der',
    type: 'pkcs8',
  });
  return { ...key.export({ format: 'jwk' }), kid, apps: [app] };
}
