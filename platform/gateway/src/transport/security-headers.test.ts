import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEnv } from '../env.ts';
import { fixtureSite, onHttps } from '../testing/fixture-releases.ts';
import { gateway } from '../testing/gateway.ts';
import { headersBySent } from './security-headers.ts';

test('The policy of a site on one origin allows nothing but itself', () => {
  assert.deepEqual(policy({}), {
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

test('Pages may call the services that are configured, by origin', () => {
  const { 'connect-src': connect, 'img-src': images } = policy({
    API_BASE: 'https://api.kargo.example/v1',
    IP_LOOKUP_URL: 'https://ip.example/json?format=json',
  });
  assert.equal(connect, "'self' https://api.kargo.example https://ip.example");
  assert.equal(images, "'self' data: blob: https://api.kargo.example");
});

test('With Firebase configured, pages may call it, or only its emulator', () => {
  const firebase = { FIREBASE_API_KEY: 'key', FIREBASE_PROJECT_ID: 'kargo' };
  assert.equal(
    policy(firebase)['connect-src'],
    "'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com",
  );
  const emulated = { ...firebase, FIREBASE_AUTH_EMULATOR_URL: 'http://127.0.0.1:9099' };
  assert.equal(policy(emulated)['connect-src'], "'self' http://127.0.0.1:9099");
});

test('Only in development may pages use the development servers', () => {
  const {
    'script-src': scripts,
    'style-src': styles,
    'connect-src': connect,
  } = policy({ KARGO_DEV_APPS: 'profile=http://localhost:3103' });
  assert.equal(scripts, "'self' http://localhost:3103");
  assert.equal(styles, "'self' 'unsafe-inline' http://localhost:3103");
  assert.equal(connect, "'self' http://localhost:3103 ws://localhost:3103");
});

test('Pages carry them, and the other protections', async (context) => {
  const { folder } = await fixtureSite(context);
  const { get } = await gateway(context, folder);
  const { headers } = await get('/nowhere');
  assert.deepEqual({ ...headers, ...headersOf({}) }, headers);
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.equal(headers['x-frame-options'], 'DENY');
  assert.equal(headers['cross-origin-opener-policy'], 'same-origin');
  assert.equal(headers['referrer-policy'], 'strict-origin-when-cross-origin');
  assert.match(String(headers['permissions-policy']), /camera=\(\).*geolocation=\(\).*usb=\(\)/);
  assert.equal(headers['strict-transport-security'], undefined);
});

test("The gateway's own errors may not load anything, run scripts, or be framed", async (context) => {
  const { folder } = await fixtureSite(context);
  const { get } = await gateway(context, folder, { API_URL: 'http://127.0.0.1:1' });
  for (const [url, status] of [
    ['/%zz', 400],
    ['/api/v1/verify', 503],
  ] as const) {
    const { statusCode, headers } = await get(url);
    assert.equal(statusCode, status);
    assert.equal(
      headers['content-security-policy'],
      "default-src 'none';object-src 'none';base-uri 'none';frame-ancestors 'none'",
    );
  }
});

test('A site on https requires https from then on', () => {
  const https = onHttps('releases');
  const headers = headersOf(https);
  assert.equal(headers['strict-transport-security'], 'max-age=31536000');
  assert.equal(policy(https)['upgrade-insecure-requests'], '');
  const all = headersOf({ ...https, HSTS_INCLUDE_SUBDOMAINS: 'true' });
  assert.equal(all['strict-transport-security'], 'max-age=31536000; includeSubDomains');
});

const headersOf = (variables: Record<string, string>) => headersBySent(readEnv(variables)).pages;

function policy(variables: Record<string, string>): Record<string, string> {
  const header = headersOf(variables)['content-security-policy'] ?? '';
  return Object.fromEntries(
    header.split(';').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    }),
  );
}
