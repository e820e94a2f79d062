import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inPlainWords } from './plain-words.ts';

test('a missing file is reported with its address', () => {
  const message = 'Failed to load resource: the server responded with a status of 404 (Not Found)';
  assert.equal(inPlainWords(message, 'http://localhost/a.json?b=1'), `${message} at /a.json`);
});

test('a policy violation is reported with its directive, without hashes', () => {
  const address = 'http://localhost/releases/profile/1.0.0/app.js';
  const end = "script-src 'self' 'sha256-a4ayc=' 'sha256-b4ayc='";
  const inline = `Executing inline script violates the following Content Security Policy directive '${end}'. Either the 'unsafe-inline' keyword, a hash ('sha256-…') is required.`;
  assert.equal(
    inPlainWords(inline, address),
    'Executing inline script violates the following Content Security Policy directive script-src at /releases/profile/1.0.0/app.js',
  );
  const loaded = `Loading the script 'http://a/' violates the following Content Security Policy directive: "${end}". The action has been blocked.`;
  assert.equal(
    inPlainWords(loaded, address),
    "Loading the script 'http://a/' violates the following Content Security Policy directive: script-src at /releases/profile/1.0.0/app.js",
  );
});

test('an error number of React is explained, and the stack stays', () => {
  const error = (number: number, query: string) =>
    `Error: Minified React error #${number}; visit https://react.dev/errors/${number}${query} for the full message or use the non-minified dev environment.\n    at a`;
  assert.match(
    inPlainWords(error(418, '?args[]=text&args[]=')),
    /^Error: React error #418: the text from the server is not the one .* an effect\n {4}at a$/,
  );
  assert.match(
    inPlainWords(error(130, '?args[]=undefined&args[]=')),
    /#130: an element has no component, but undefined: /,
  );
  assert.equal(inPlainWords(error(9999, '')), error(9999, ''));
});

test('a message about something that the policy forbids says what to do instead', () => {
  assert.equal(
    inPlainWords(
      "TypeError: Failed to construct 'Worker': This document requires 'TrustedScriptURL' assignment.",
    ),
    "the site's policy allows no workers: do it in short steps, or in the API",
  );
  assert.match(
    inPlainWords("Failed to set 'innerHTML': This document requires 'TrustedHTML' assignment."),
    /allows no HTML in texts: use elements/,
  );
});

test('other messages stay as they are', () => {
  assert.equal(inPlainWords('planted', 'http://localhost/'), 'planted');
});
