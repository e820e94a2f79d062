import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testRelease } from '../testing/test-release.ts';
import {
  newPublisherKey,
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

test('A release is trusted when its signer may publish its app', async () => {
  const release = await verifiedRelease(
    named,
    content,
    await signatureOf('kargo-release', content, shellsTeam),
    publishers,
  );
  assert.equal(release.entry, 'main.js');
  const owner = await newPublisherKey('owner', ['*']);
  const signature = await signatureOf('kargo-release', content, owner);
  await verifiedRelease(named, content, signature, { log: 'test', keys: [publicPart(owner)] });
});

const refusals: [
  what: string,
  attempt: () => Promise<[name: typeof named, content: string, signature: string | undefined]>,
  sentence: string,
][] = [
  ['nobody signed', async () => [named, content, undefined], 'shell 1.0.0 is not signed.'],
  [
    'has no signature in its file',
    async () => [named, content, 'x'],
    'shell 1.0.0 is signed by nobody, which is not among PUBLISHERS.',
  ],
  [
    'was changed by a byte',
    async () => [named, `${content} `, await signatureOf('kargo-release', content, shellsTeam)],
    'shell 1.0.0 is not what shells-team signed.',
  ],
  [
    'is signed by a key of another app',
    async () => [named, content, await signatureOf('kargo-release', content, marketing)],
    'shell 1.0.0 is signed by marketing, which may not publish shell.',
  ],
  [
    'is signed by a key that was revoked, or by a stranger',
    async () => [
      named,
      content,
      await signatureOf('kargo-release', content, await newPublisherKey('stranger', ['*'])),
    ],
    'shell 1.0.0 is signed by stranger, which is not among PUBLISHERS.',
  ],
  [
    'is signed by a stranger in the name of somebody else',
    async () => [
      named,
      content,
      await signatureOf('kargo-release', content, await newPublisherKey('shells-team', ['*'])),
    ],
    'shell 1.0.0 is not what shells-team signed.',
  ],
  [
    'claims another algorithm',
    async () => [named, content, await withHeader({ alg: 'none', kid: 'shells-team' })],
    'shell 1.0.0 is not what shells-team signed.',
  ],
  [
    'is an older one under a new name',
    async () => [
      { app: 'shell', version: '9.9.9' },
      content,
      await signatureOf('kargo-release', content, shellsTeam),
    ],
    'shell 9.9.9 is a copy of shell 1.0.0.',
  ],
  [
    'is that of another app of the same team',
    async () => [
      { app: 'layout', version: '1.0.0' },
      content,
      await signatureOf('kargo-release', content, shellsTeam),
    ],
    'layout 1.0.0 is a copy of shell 1.0.0.',
  ],
];

for (const [what, attempt, sentence] of refusals) {
  test(`A release is refused that ${what}`, async () => {
    const [name, text, signature] = await attempt();
    await assert.rejects(verifiedRelease(name, text, signature, publishers), { message: sentence });
  });
}

test('Private keys are refused among the public ones', () => {
  const text = JSON.stringify({ log: 'test', keys: [shellsTeam] });
  assert.throws(() => parsePublishers(text, 'PUBLISHERS'), {
    message: 'PUBLISHERS holds the private key shells-team: leave its "d" out.',
  });
});

test('Two keys of the same name are refused', () => {
  const text = JSON.stringify({
    log: 'test',
    keys: [publicPart(shellsTeam), publicPart(shellsTeam)],
  });
  assert.throws(() => parsePublishers(text, 'PUBLISHERS'), {
    message: 'PUBLISHERS has two keys called shells-team: give each its own "kid".',
  });
});

async function withHeader(header: object): Promise<string> {
  const [, rest] = (await signatureOf('kargo-release', content, shellsTeam)).split('..');
  return `${Buffer.from(JSON.stringify(header)).toString('base64url')}..${rest}`;
}
