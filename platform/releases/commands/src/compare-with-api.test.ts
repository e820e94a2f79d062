import assert from 'node:assert/strict';
import { type Mock, type TestContext, test } from 'node:test';
import { callSchemas } from '@kargo/delivery/call-schemas';
import { newSite } from '@kargo/delivery/testing/test-site';
import { listen } from '@kargo/release-log/testing/listen';
import { CliError } from './cli-error.ts';
import { compareWithApi } from './compare-with-api.ts';
import { readSettings } from './settings.ts';

// The comparison itself is tested in check-api.test.ts, with the sources of remotes and API.

const published = newSite();
await published.publishVersions('1.0.0');

/** The API's responses to the calls that every release may read. */
const answers = Object.entries(callSchemas([])).map(([call, { reads: schema }]) => {
  const content = { 'application/json': { schema } };
  return [call.replace('GET ', '/api/v1'), { get: { responses: { 200: { content } } } }];
});
const hasCalls = { paths: Object.fromEntries(answers) };

test('A release is refused when the API of the site lacks what it needs, and passes when it has that', async (t) => {
  const printed = t.mock.method(console, 'log', () => {});
  const lacking = await serve(t, 200, { paths: {} });
  await assert.rejects(compare({ site: lacking }), {
    name: 'Error',
    message:
      `marketing 1.0.0 needs GET /verify, which the API of ${lacking} does not have.\n` +
      `marketing 1.0.0 needs GET /ip, which the API of ${lacking} does not have.\n` +
      'Deploy an API that has it first, or add --without-api to release anyway.',
  });
  const site = await serve(t, 200, hasCalls);
  await compare({ site: `${site}/some/path` });
  assert.match(lastOf(printed), new RegExp(`The API of ${site} has what marketing 1.0.0 needs$`));
});

test('A named site has to describe its API', async (t) => {
  const said = async (site: string) => {
    const error = await compare({ site }).then(
      () => assert.fail(),
      (error: unknown) => error,
    );
    assert.ok(error instanceof CliError);
    return error.message.replace(site, 'SITE');
  };
  const rest = 'Its API could not be checked: try again later, or add --without-api.';
  const url = 'SITE/api/v1/openapi.json';
  assert.equal(await said('http://127.0.0.1:1'), `${url} does not answer. ${rest}`);
  const older = await serve(t, 404, {});
  assert.equal(await said(older), `${url} answers 404. ${rest}`);
  assert.equal(await said(await serve(t, 503, {})), `${url} answers 503. ${rest}`);
  assert.match(
    await said(await serve(t, 200, {})),
    /^SITE\S+ the document must have required properties paths\. Its API/,
  );
  for (const unusable of ['kargo', 'localhost:3000', '']) {
    await assert.rejects(compare({ site: unusable }), {
      message: `--site takes an address such as https://kargo.example, not "${unusable}".`,
    });
  }
});

test('Without a known site, it says that nothing was compared', async (t) => {
  const printed = t.mock.method(console, 'log', () => {});
  await compare({});
  assert.match(
    lastOf(printed),
    /Not compared with an API: http:\/\/127\.0\.0\.1:1\S+ does not answer\. Start the site, or name another with --site\.$/,
  );
  await compare({ releases: 'elsewhere' });
  assert.match(
    lastOf(printed),
    /Not compared with an API: name the site that serves this store with --site\.$/,
  );
});

const lastOf = ({ mock }: Mock<typeof console.log>) => String(mock.calls.at(-1)?.arguments[0]);

function compare(options: { site?: string; releases?: string }): Promise<void> {
  const settings = { ...readSettings({}), siteUrl: 'http://127.0.0.1:1' };
  return compareWithApi(published.on, { marketing: '1.0.0' }, settings, options);
}

/** A site that answers each request like this. Returns its origin. */
function serve(t: TestContext, status: number, content: object): Promise<string> {
  return listen(t, (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
  });
}
