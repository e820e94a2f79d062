import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, test } from 'node:test';
import { keyVariables } from '@kargo/delivery/testing/keys';
import { folder } from '@kargo/delivery/testing/test-site';
import { listen } from '@kargo/release-log/testing/listen';
import { CliError } from './cli-error.ts';
import { openStore } from './open-release-store.ts';
import { chooseReleases } from './publish-chosen.ts';

// An empty bucket, with read-only credentials.

const listed = '<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>';
const server = createServer(({ method, url }, response) => {
  if (method !== 'GET') response.writeHead(403).end();
  else if (url?.includes('list-type')) response.end(listed);
  else response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
});

Object.assign(process.env, keyVariables, {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  AWS_ENDPOINT_URL: await listen({ after }, server),
});

test('Read-only credentials are enough to look at the releases of a bucket', async () => {
  const releases = 's3://kargo-test';
  const { state } = await openStore({ releases, isReader: true });
  assert.equal(state.records.size, 0);
  await assert.rejects(
    openStore({ releases }),
    new CliError('s3://kargo-test: the credentials are refused (403)'),
  );
});

test('The publishers of a store of another machine have to be set', async (t) => {
  const { PUBLISHERS } = process.env;
  t.after(() => Object.assign(process.env, { PUBLISHERS }));
  delete process.env.PUBLISHERS;
  await assert.rejects(openStore({ releases: folder }), {
    message: /^Set PUBLISHERS and PUBLISHER_KEY to the keys of that store/,
  });
});

test('Taking a release from a store without one is refused in one sentence', async () => {
  const options = { from: 's3://staging', releases: folder, create: true };
  await assert.rejects(
    chooseReleases(['marketing'], options, 'current'),
    new CliError('s3://staging has no current release of marketing.'),
  );
  server.closeAllConnections();
  server.close();
  await assert.rejects(chooseReleases(['marketing'], options, 'current'), CliError);
  // Nor does a command that only reads print where in the SDK it failed.
  await assert.rejects(openStore({ releases: 's3://kargo-test', isReader: true }), CliError);
});
