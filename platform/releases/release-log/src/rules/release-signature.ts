import { parseJson } from '@kargo/shared-types/parse-json';
import { pageRelease } from '@kargo/shared-types/releases/page-release';
import { PagesOfPair, type PrerenderedPages } from '@kargo/shared-types/releases/prerendered-pages';
import {
  parseRelease,
  type ReleaseName,
  type StoredRelease,
} from '@kargo/shared-types/releases/release';
import { pagesFile, pagesSignatureFile } from '@kargo/shared-types/releases/release-addresses';
import {
  base64url,
  CompactSign,
  compactVerify,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
} from 'jose';
import { type Static, Type } from 'typebox';
import { lineOf } from '../plain-text.ts';
import { NotStoredError, type ReadableStore } from '../stores/release-store.ts';
import { nameOf } from './release-gate.ts';
import { largest } from './release-sizes.ts';

/** A publisher's public key, as a JWK. */
const Publisher = Type.Object({
  kty: Type.Literal('OKP'),
  crv: Type.Literal('Ed25519'),
  x: Type.String(),
  /** Name of the key in signatures and messages. */
  kid: Type.String({ minLength: 1 }),
  /** Apps whose releases it may sign, such as `marketing`; `*` means every app. */
  apps: Type.Array(Type.String(), { minItems: 1 }),
  owner: Type.Optional(Type.String()),
});

const Publishers = Type.Object({
  /** Id of their log: any unique text. Records of another log do not count. */
  log: Type.String({ minLength: 1 }),
  keys: Type.Array(Publisher),
});
export type Publishers = Static<typeof Publishers>;

const PublisherKey = Type.Interface([Publisher], { d: Type.String() });
export type PublisherKey = Static<typeof PublisherKey>;

/** @throws an Error when the text is no JWK set, repeats a key's name, or has a private key */
export function parsePublishers(text: string, source: string): Publishers {
  const publishers = parseJson(Publishers, text, source);
  const kids = publishers.keys.map(({ kid }) => kid);
  const twice = kids.find((kid, index) => kids.indexOf(kid) !== index);
  if (twice) throw new Error(`${source} has two keys called ${twice}: give each its own "kid".`);
  const secret = publishers.keys.find((key) => 'd' in key);
  if (secret) throw new Error(`${source} holds the private key ${secret.kid}: leave its "d" out.`);
  return publishers;
}

export const parsePublisherKey = (text: string, source: string): PublisherKey =>
  parseJson(PublisherKey, text, source);

/** @param apps apps whose releases it may sign; `*` means every app */
export async function newPublisherKey(kid: string, apps: string[]): Promise<PublisherKey> {
  const { privateKey } = await generateKeyPair('EdDSA', { extractable: true });
  const key = { ...(await exportJWK(privateKey)), kid, apps };
  return parsePublisherKey(JSON.stringify(key), 'The new key');
}

export const publicPart = ({ d: _secret, ...rest }: PublisherKey) => rest;

/** Environment variables for a publisher and a gateway with their own log and only this key. */
export const publisherVariables = (key: PublisherKey) => ({
  PUBLISHER_KEY: JSON.stringify(key),
  // The public key makes the log's id unique.
  PUBLISHERS: JSON.stringify({ log: key.x, keys: [publicPart(key)] }),
});

export const mayPublish = ({ apps }: Pick<PublisherKey, 'apps'>, app: string): boolean =>
  apps.includes(app) || apps.includes('*');

/** The content is unsigned, or signed by a key that is not among the publishers. */
export class UnknownKeyError extends Error {}

/** Signatures of one kind do not count as another. */
export type SignatureKind =
  | 'kargo-release'
  | 'kargo-pages'
  | 'kargo-record'
  | 'kargo-preview'
  | 'kargo-verdict';

/** Returns a compact JWS. */
export function sign(kind: SignatureKind, content: string, key: PublisherKey): Promise<string> {
  const header = { alg: 'EdDSA', typ: kind, kid: key.kid };
  return new CompactSign(Buffer.from(content)).setProtectedHeader(header).sign(key);
}

/** Signs content and returns a JWS without its payload: both are stored side by side. */
export const signatureOf = (kind: SignatureKind, content: string, key: PublisherKey) =>
  sign(kind, content, key).then((jws) => jws.replace(/\..*\./, '..'));

/**
 * Verifies a compact JWS.
 *
 * @param what name of the content in errors
 * @param apps the key must be allowed to publish one of them
 * @returns the name of its key
 * @throws {UnknownKeyError} when the key is not a publisher's, or another Error of one sentence
 */
export async function verifySignature(
  kind: SignatureKind,
  what: string,
  jws: string,
  apps: readonly string[],
  publishers: Publishers,
): Promise<string> {
  const kid = keyIdOf(jws);
  const publisher = publishers.keys.find((key) => key.kid === kid);
  if (!publisher)
    throw new UnknownKeyError(`${what} is signed by ${kid}, which is not among PUBLISHERS.`);
  if (!apps.some((app) => mayPublish(publisher, app)))
    throw new Error(`${what} is signed by ${kid}, which may not publish ${apps.join(' or ')}.`);
  const verified = await compactVerify(jws, publisher, { algorithms: ['EdDSA'] }).catch((cause) => {
    throw new Error(`${what} is not what ${kid} signed.`, { cause });
  });
  if (verified.protectedHeader.typ === kind) return kid;
  throw new Error(`${what} has a signature of another kind, by ${kid}.`);
}

/** Puts the content back into a JWS without payload. */
function withContent(signature: string, content: string): string {
  const [header = '', , proof = ''] = signature.trim().split('.');
  return `${header}.${base64url.encode(content)}.${proof}`;
}

/**
 * Verifies the signature of a `release.json`, and returns the release.
 *
 * @param named the requested app and version
 * @param signature content of `signatureFile`; undefined when there is none
 * @throws {UnknownKeyError} when no publisher has signed it, or another Error of one sentence
 */
export async function verifiedRelease(
  named: ReleaseName,
  content: string,
  signature: string | undefined,
  publishers: Publishers,
): Promise<StoredRelease> {
  const name = nameOf(named);
  if (signature === undefined) throw new UnknownKeyError(`${name} is not signed.`);
  const jws = withContent(signature, content);
  await verifySignature('kargo-release', name, jws, [named.app], publishers);
  const release = parseRelease(content, `release.json of ${name}`);
  if (nameOf(release) !== name) throw new Error(`${name} is a copy of ${nameOf(release)}.`);
  // As a browser reads it, since pages name the hashes of these addresses. No app is called "-".
  const isInside = (file: string) => new URL(`http://a/-/-/${file}`).pathname.startsWith('/-/-/');
  const outside = [release.entry, ...Object.keys(release.files)].find((file) => !isInside(file));
  if (outside !== undefined)
    throw new Error(lineOf(`${name} lists ${outside}, which is not in its folder.`));
  const { length } = JSON.stringify(pageRelease(release));
  if (length <= largest.inPages) return release;
  throw new Error(
    `${name} would put ${length} bytes into every page, and may put ${largest.inPages}.`,
  );
}

/**
 * Reads a pair's pages, and verifies the signature of the remote's or else the shell's publisher.
 *
 * @param tell receives one sentence for each file that nobody signed for this pair
 * @returns undefined if there are none
 */
export async function readPages(
  store: Pick<ReadableStore, 'read'>,
  of: Omit<PagesOfPair, 'pages'>,
  publishers: Publishers,
  tell: (problem: string) => void = () => {},
): Promise<PrerenderedPages | undefined> {
  const readFrom = async (by: string) => {
    const file = pagesFile(of.shell, of, by);
    const content = String(await store.read(file, largest.pages));
    const signature = String(await store.read(pagesSignatureFile(file), largest.signature));
    const what = `The file of pages of ${nameOf(of)} with shell ${of.shell}`;
    await verifySignature('kargo-pages', what, withContent(signature, content), [by], publishers);
    const { pages, ...pair } = parseJson(PagesOfPair, content, what);
    if (pair.shell === of.shell && nameOf(pair) === nameOf(of)) return pages;
    throw new Error(`${what} is a copy of the one of ${nameOf(pair)} with shell ${pair.shell}.`);
  };
  for (const by of new Set([of.app, 'shell'])) {
    const pages = await readFrom(by).catch((error: Error) => {
      if (!(error instanceof NotStoredError)) tell(error.message);
    });
    if (pages) return pages;
  }
  return undefined;
}

/** Returns the name of the key that a JWS claims as its signer. */
export function keyIdOf(jws: string): string {
  try {
    return lineOf(`${decodeProtectedHeader(jws).kid}`);
  } catch {
    return 'nobody';
  }
}
