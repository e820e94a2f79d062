import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testRelease } from '../testing/test-release.ts';
import {
  newPublisherKey,
  type PublisherKey,
  parsePublishers,
  publicPart,
  signatureOf,
  verifiedRelease,
} from './release-signature.ts';

const content = JSON.stringify(testRelease({ app: 'shell', entry: 'main.js' }));
const named = { app: 'shell', version: '1.0.0' };
const shellsTeam = await newPublisherKey('shells-team', ['shell', 'layout']);
const marketing = await newPublisherKey('marketing', ['marketing']);
const publishers = { log: 'test', keys: [shellsTeam, marketing].map(publicPart) };

const signedBy = (key: PublisherKey) => signatureOf('kargo-release', content, key);
const owner = await newPublisherKey('owner', ['*']);
const ownSignature = await signedBy(shellsTeam);

test('A release is trusted when its signer may publish its app', async () => {
  const release = await verifiedRelease(named, content, ownSignature, publishers);
  assert.equal(release.entry, 'main.js');
  const trusted = { log: 'test', keys: [publicPart(owner)] };
  await verifiedRelease(named, content, await signedBy(owner), trusted);
});

/** The signature, the sentence, and what differs from shell 1.0.0. */
const refusals: Record<
  string,
  [string | undefined, string, { text?: string; of?: typeof named }?]
> = {
  'nobody signed': [undefined, 'shell 1.0.0 is not signed.'],
  'has no signature in its file': [
    'x',
    'shell 1.0.0 is signed by nobody, which is not among PUBLISHERS.',
  ],
  'was changed by a byte': [
    ownSignature,
    'shell 1.0.0 is not what shells-team signed.',
    { text: `${content} ` },
  ],
  'is signed by a key of another app': [
    await signedBy(marketing),
    'shell 1.0.0 is signed by marketing, which may not publish shell.',
  ],
  'is signed by a key that was revoked, or by a stranger': [
    await signedBy(owner),
    'shell 1.0.0 is signed by owner, which is not among PUBLISHERS.',
  ],
  'is signed by a stranger in the name of somebody else': [
    await signedBy(await newPublisherKey('shells-team', ['*'])),
    'shell 1.0.0 is not what shells-team signed.',
  ],
  'claims another algorithm': [
    withHeader({ alg: 'none', kid: 'shells-team' }),
    'shell 1.0.0 is not what shells-team signed.',
  ],
  'is an older one under a new name': [
    ownSignature,
    'shell 9.9.9 is a copy of shell 1.0.0.',
    { of: { app: 'shell', version: '9.9.9' } },
  ],
  'is another app of the same team': [
    ownSignature,
    'layout 1.0.0 is a copy of shell 1.0.0.',
    { of: { app: 'layout', version: '1.0.0' } },
  ],
};

for (const [what, [signature, message, { text = content, of = named } = {}]] of Object.entries(
  refusals,
))
  test(`A release is refused that ${what}`, async () => {
    await assert.rejects(verifiedRelease(of, text, signature, publishers), { message });
  });

test('A release is refused that lists or starts with a file of another, since pages trust it', async () => {
  const hash = { sha384: 'x', size: 1 };
  const release = testRelease({ app: 'shell', files: { 'a/b.js': hash } });
  const verified = (file: string, entry = release.entry) => {
    const text = JSON.stringify({ ...release, entry, files: { [file]: hash } });
    const signing = signatureOf('kargo-release', text, shellsTeam);
    return signing.then((signature) => verifiedRelease(named, text, signature, publishers));
  };
  await verified('a/b..c/..d.js');
  for (const file of ['../1.0.1/a.js', 'a/%2E%2e/../../x.js', '..\\..\\auth\\1.0.0\\a.js']) {
    const message = `shell 1.0.0 lists ${file}, which is not in its folder.`;
    await assert.rejects(verified(file), { message });
    await assert.rejects(verified('a.js', file), { message });
  }
});

test('A release is refused that would fill the pages of all apps', async () => {
  const verified = async (length: number) => {
    const texts = { Home: { title: 'a'.repeat(length) } };
    const text = JSON.stringify(testRelease({ texts }));
    const signature = await signatureOf('kargo-release', text, marketing);
    const of = { app: 'marketing', version: '1.0.0' };
    return verifiedRelease(of, text, signature, publishers);
  };
  await verified(60_000);
  await assert.rejects(verified(70_000), {
    message: 'marketing 1.0.0 would put 70083 bytes into every page, and may put 65536.',
  });
});

test('Private keys among the public ones, and two keys of one name, are refused', () => {
  const own = publicPart(shellsTeam);
  for (const [keys, message] of [
    [[shellsTeam], 'PUBLISHERS holds the private key shells-team: leave its "d" out.'],
    [[own, own], 'PUBLISHERS has two keys called shells-team: give each its own "kid".'],
  ] as const) {
    const text = JSON.stringify({ log: 'test', keys });
    assert.throws(() => parsePublishers(text, 'PUBLISHERS'), { message });
  }
});

function withHeader(header: object): string {
  const [, proof] = ownSignature.split('..');
  return `${Buffer.from(JSON.stringify(header)).toString('base64url')}..${proof}`;
}
