import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildApp } from '../app.ts';
import { readEnv } from '../env.ts';
import { fixtureSite, onHttps, PUBLISHERS } from '../testing/fixture-releases.ts';

const { folder } = await fixtureSite(test);

test('The policy of a site on one origin allows nothing but itself', async () => {
  assert.deepEqual(await policy({}), {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
    'connect-src': "'self'",
    'img-src': "'self' data: blob:",
    'font-src': "'self'",
    'media-src': "'self'",
    'manifest-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': 'kargo-release',
  });
});

test('Pages may call the services that are configured, by origin', async () => {
  const { 'connect-src': connect, 'img-src': images } = await policy({
    API_BASE: 'https://api.kargo.example/v1',
    IP_LOOKUP_URL: 'https://ip.example/json?format=json',
  });
  assert.equal(connect, "'self' https://api.kargo.example https://ip.example");
  assert.equal(images, "'self' data: blob: https://api.kargo.example");
});

test('With Firebase configured, pages may call it, or only its emulator', async () => {
  const firebase = { FIREBASE_API_KEY: 'key', FIREBASE_PROJECT_ID: 'kargo' };
  assert.equal(
    (await policy(firebase))['connect-src'],
    "'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com",
  );
  const emulated = { ...firebase, FIREBASE_AUTH_EMULATOR_URL: 'http://127.0.0.1:9099' };
  assert.equal((await policy(emulated))['connect-src'], "'self' http://127.0.0.1:9099");
});

test('In development, and only there, pages may use the development servers', async () => {
  const {
    'script-src': scripts,
    'style-src': styles,
    'connect-src': connect,
  } = await policy({ KARGO_DEV_APPS: 'profile=http://localhost:3103' });
  assert.equal(scripts, "'self' http://localhost:3103");
  assert.equal(styles, "'self' 'unsafe-inline' http://localhost:3103");
  assert.equal(connect, "'self' http://localhost:3103 ws://localhost:3103");
});

test('Pages carry the other protections', async () => {
  const headers = await headersOf({});
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.equal(headers['x-frame-options'], 'DENY');
  assert.equal(headers['cross-origin-opener-policy'], 'same-origin');
  assert.equal(headers['referrer-policy'], 'strict-origin-when-cross-origin');
  assert.match(String(headers['permissions-policy']), /camera=\(\).*geolocation=\(\).*usb=\(\)/);
  assert.equal(headers['strict-transport-security'], undefined);
});

test('A refusal of the gateway itself may not load anything, run scripts, or be framed', async (context) => {
  const env = {
    RELEASES: folder,
    PUBLISHERS,
    LOG_LEVEL: 'silent',
    API_URL: 'http://127.0.0.1:1',
  };
  const app = await buildApp(readEnv(env));
  context.after(() => app.close());
  for (const [url, status] of [
    ['/%zz', 400],
    ['/api/v1/verify', 503],
  ] as const) {
    const { statusCode, headers } = await app.inject({ url });
    assert.equal(statusCode, status);
    assert.equal(
      headers['content-security-policy'],
      "default-src 'none';object-src 'none';base-uri 'none';frame-ancestors 'none'",
    );
  }
});

test('On https, https is required from then on', async () => {
  const https = onHttps(folder);
  const headers = await headersOf(https);
  assert.equal(headers['strict-transport-security'], 'max-age=31536000');
  assert.equal((await policy(https))['upgrade-insecure-requests'], '');
  const all = await headersOf({ ...https, HSTS_INCLUDE_SUBDOMAINS: 'true' });
  assert.equal(all['strict-transport-security'], 'max-age=31536000; includeSubDomains');
});

async function headersOf(variables: Record<string, string>) {
  const env = readEnv({ RELEASES: folder, PUBLISHERS, LOG_LEVEL: 'silent', ...variables });
  const app = await buildApp(env);
  const { headers } = await app.inject('/nowhere');
  await app.close();
  return headers;
}

async function policy(variables: Record<string, string>): Promise<Record<string, string>> {
  const header = String((await headersOf(variables))['content-security-policy']);
  return Object.fromEntries(
    header.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(' ');
      return [name, sources.join(' ')];
    }),
  );
}
