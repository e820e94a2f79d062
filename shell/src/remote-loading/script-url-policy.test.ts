const createPolicy = jest.fn((_name: string, rules: object) => rules);
Object.assign(globalThis, { trustedTypes: { createPolicy } });
// The module reads them when it is loaded, so they have to be there before.
const { toScriptUrl }: typeof import('./script-url-policy.ts') = require('./script-url-policy.ts');
const {
  releaseMapArrived,
}: typeof import('./release-transitions.ts') = require('./release-transitions.ts');

beforeEach(() =>
  releaseMapArrived({
    auth: [
      { url: 'https://releases.example/auth/1/entry.js', version: '1' },
      { url: '/releases/auth/0/entry.js', version: '0' },
    ],
  }),
);

test.each([
  ['/releases/auth/0/entry.js', 'http://localhost/releases/auth/0/entry.js'],
  ['/releases/auth/0/a.js?attempt=1', 'http://localhost/releases/auth/0/a.js?attempt=1'],
  ['https://releases.example/auth/1/chunk.js', 'https://releases.example/auth/1/chunk.js'],
])('a script of a known release may be loaded: %s', (address, url) => {
  expect(toScriptUrl(address)).toBe(url);
});

test.each([
  '/a.js',
  '/api/v1/drivers/me/picture',
  '/releases/auth/2/entry.js',
  '/releases/auth/0/../2/entry.js',
  '/releases/auth/0/%2e%2e/2/entry.js',
  '/releases/auth/0',
  'https://evil.example/entry.js',
  '//evil.example/releases/auth/1/entry.js',
  'http://releases.example/auth/1/entry.js',
  'https://releases.example:8443/auth/1/entry.js',
  'https://releases.example.evil.example/entry.js',
  'https://releases.example@evil.example/entry.js',
  'data:text/javascript,alert(1)',
  'blob:https://evil.example/1',
  'javascript:alert(1)',
])('a script from elsewhere may not: %s', (address) => {
  expect(() => toScriptUrl(address)).toThrow(TypeError);
});

test('a release from an earlier release map stays', () => {
  releaseMapArrived({ auth: [{ url: '/releases/auth/2/entry.js', version: '2' }] });
  expect(toScriptUrl('/releases/auth/0/chunk.js')).toContain('/auth/0/');
  expect(toScriptUrl('/releases/auth/2/chunk.js')).toContain('/auth/2/');
});

test('there is one policy, under the name that the security policy allows', () => {
  toScriptUrl('/releases/auth/0/a.js');
  toScriptUrl('/releases/auth/0/b.js');
  expect(createPolicy).toHaveBeenCalledTimes(1);
  expect(createPolicy).toHaveBeenCalledWith('kargo-release', expect.anything());
});
