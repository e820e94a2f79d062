import {
  base64url,
  CompactSign,
  compactVerify,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
} from 'jose';
import { type Static, Type } from 'typebox';
import { parseJson } from '../parse-json.ts';
import { Release } from './release.ts';
import { nameOf } from './release-gate.ts';

/** A publisher's public key, as a JWK, and the apps that it may sign. */
const Publisher = Type.Object({
  kty: Type.Literal('OKP'),
  crv: Type.Literal('Ed25519'),
  x: Type.String(),
  /** Names the key in signatures and messages. */
  kid: Type.String({ minLength: 1 }),
  /** Apps whose releases it may sign, such as `marketing`; `*` means every app. */
  apps: Type.Array(Type.String(), { minItems: 1 }),
  owner: Type.Optional(Type.String()),
});

/** A JWK set with the public keys of all publishers. */
const Publishers = Type.Object({ keys: Type.Array(Publisher) });
export type Publishers = Static<typeof Publishers>;

/** A publisher's key with its private part. */
const PublisherKey = Type.Interface([Publisher], { d: Type.String() });
export type PublisherKey = Static<typeof PublisherKey>;

/**
 * @param source names the text in errors
 * @throws an Error when the text is not a JWK set, has two keys of one name, or has a private key
 */
export function parsePublishers(text: string, source: string): Publishers {
  const publishers = parseJson(Publishers, text, source);
  const kids = publishers.keys.map(({ kid }) => kid);
  const twice = kids.find((kid, index) => kids.indexOf(kid) !== index);
  if (twice) throw new Error(`${source} has two keys called ${twice}: give each its own "kid".`);
  const secret = publishers.keys.find((key) => 'd' in key);
  if (secret) throw new Error(`${source} holds the private key ${secret.kid}: leave its "d" out.`);
  return publishers;
}

/** @throws an Error when the text is not a private key */
export const parsePublisherKey = (text: string, source: string): PublisherKey =>
  parseJson(PublisherKey, text, source);

/** @param apps apps whose releases it may sign; `*` means every app */
export async function newPublisherKey(kid: string, apps: string[]): Promise<PublisherKey> {
  const { privateKey } = await generateKeyPair('EdDSA', { extractable: true });
  return { ...((await exportJWK(privateKey)) as Omit<PublisherKey, 'kid' | 'apps'>), kid, apps };
}

/** Returns the public part of a key. */
export const publicPart = ({ d: _secret, ...rest }: PublisherKey) => rest;

/** Environment variables of a publisher and a gateway that use this key only. */
export const publisherVariables = (key: PublisherKey) => ({
  PUBLISHER_KEY: JSON.stringify(key),
  PUBLISHERS: JSON.stringify({ keys: [publicPart(key)] }),
});

export const mayPublish = ({ apps }: Pick<PublisherKey, 'apps'>, app: string): boolean =>
  apps.includes(app) || apps.includes('*');

/** The release has no signature, or one by a key that is not among the publishers. */
export class StrangerError extends Error {}

/** Signs the content of a `release.json`. Returns a JWS without its payload. */
export async function signatureOf(content: string, key: PublisherKey): Promise<string> {
  // Not with `TextEncoder`, which browsers and Node declare differently.
  const bytes = base64url.decode(base64url.encode(content));
  const jws = new CompactSign(bytes).setProtectedHeader({ alg: 'EdDSA', kid: key.kid });
  return (await jws.sign(key)).replace(/\..*\./, '..');
}

/**
 * Verifies the signature of a `release.json`, and returns its release.
 *
 * @param named the requested app and version
 * @param content of `release.json`
 * @param signature content of `signatureFile`; undefined when there is none
 * @throws {StrangerError} when it is not signed, or not by one of the publishers
 * @throws an Error of one sentence when the content is not what was signed, when the key may not
 *   publish this app, or when it is another release
 */
export async function verifiedRelease(
  named: Pick<Release, 'app' | 'version'>,
  content: string,
  signature: string | undefined,
  publishers: Publishers,
): Promise<Release> {
  const name = nameOf(named);
  if (signature === undefined) throw new StrangerError(`${name} is not signed.`);
  const [header = '', , proof = ''] = signature.trim().split('.');
  const kid = kidOf(signature);
  const publisher = publishers.keys.find((key) => key.kid === kid);
  if (!publisher)
    throw new StrangerError(`${name} is signed by ${kid}, which is not among PUBLISHERS.`);
  if (!mayPublish(publisher, named.app))
    throw new Error(`${name} is signed by ${kid}, which may not publish ${named.app}.`);
  const jws = `${header}.${base64url.encode(content)}.${proof}`;
  await compactVerify(jws, publisher, { algorithms: ['EdDSA'] }).catch((cause) => {
    throw new Error(`release.json of ${name} is not what ${kid} signed.`, { cause });
  });
  const release = parseJson(Release, content, `release.json of ${name}`);
  if (nameOf(release) === name) return release;
  throw new Error(`${name} is a copy of ${nameOf(release)}.`);
}

function kidOf(signature: string): string {
  try {
    return `${decodeProtectedHeader(signature).kid}`;
  } catch {
    return 'nobody';
  }
}
