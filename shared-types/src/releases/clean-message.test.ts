import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanMessage } from './clean-message.ts';

const jwt = 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl';

for (const [message, clean] of [
  // Addresses.
  ['Failed to fetch https://kargo.example/magic?token=abc now', 'Failed to fetch … now'],
  ['at (https://kargo.example/a/b.js:1:20)', 'at …'],
  ['blob:https://kargo.example/1-2 is gone', '… is gone'],
  ['data:text/plain,Ada is refused', '… is refused'],
  ['file:///home/ada/notes.txt', '…'],
  ['//kargo.example/ada', '…'],
  ['/stripe-error?stripe_error_token=abc failed', '… failed'],
  ['/profile#ada', '…'],
  ['?token=abc&next=/a', '…'],
  ['token=abc', '…'],
  ['/drivers/ada', '…'],
  ['example.com/drivers/ada is gone', '… is gone'],
  ['C:\\Users\\Ada\\notes.txt', '…'],
  [`/api/v1/verify/${jwt}: 500`, '… 500'],
  ['from 2001:db8::17 or fe80::1', 'from … or …'],
  ['at 12 Main Street, Springfield', 'at 12 …, …'],
  // Anything with an @.
  ['No driver ada@kargo.example', 'No driver …'],
  ['No driver <ada.field+x@kargo.example>, or', 'No driver … or'],
  ['ada @ kargo.example', '…'],
  ['ada%40kargo.example', '…'],
  ['ada＠kargo.example', '…'],
  ['ada%2540kargo.example', '…'],
  ['ada.field+tag@kargo.example', '…'],
  ['jörg@exämple.example', '…'],
  ['ada&#64;kargo.example', '…'],
  ['"ada field"@kargo.example is taken', '… is taken'],
  // Numbers.
  ['The phone +1 (202) 555-0123 is taken', 'The phone +… is taken'],
  ['+49 170.1234.567', '+…'],
  ['0170/1234567', '…'],
  ['0170\u00a0123\u20114567', '…'],
  ['12\u200b34\u200b5', '…'],
  ['٠١٧٠١٢٣٤', '…'],
  ['Driver 12345', 'Driver …'],
  ['1990-05-03', '…'],
  ['203.0.113.70', '…'],
  ['+1.202.555.0123', '+…'],
  ['0049 (0)170 / 12 34 56-7', '…'],
  ['00:1A:2B:3C:4D:5E', '…'],
  ['card 4242 4242 4242 4242', 'card …'],
  ['line 1 column 1604', 'line 1 column 1604'],
  // Accounts.
  ['IBAN DE89 3704 0044 0532 0130 00 is closed', 'IBAN … is closed'],
  ['GB82 WEST 1234 5698 7654 32', '…'],
  ['NL91ABNA0417164300, or', '…, or'],
  ['no93 8601 1117 947', '…'],
  [
    'Minified React error #418; visit https://react.dev/errors/418',
    'Minified React error #418; visit …',
  ],
  // Tokens.
  [`The token ${jwt} expired`, 'The token … expired'],
  ['Bearer 3f9aBc0d-1e2f_3a4b5c6d7e8f', 'Bearer …'],
  ['6f1c9a5e-52f1-4c09-9d3e-0a1b2c3d4e5f', '…'],
  ['sk_test_4eC39HqLyjWDarjtT1zdp7dc', '…'],
  ['A'.repeat(40), '…'],
  ['token a1b2c3d4e5.f6g7h8i9j0.k1l2m3 is', 'token … is'],
  ['17|h3k2J9sdf8sdf7sdf6sd~a is', '… is'],
  ['magic_token%3Dabc.def.ghi is', '… is'],
  ['Bearer abc123', 'Bearer …'],
  ['password:dkvnwkaxicnwekfik', 'password: …'],
  // Names.
  ['No driver Ada', 'No driver …'],
  ['Ada Field is not approved', '… is not approved'],
  ["Error: Ada O'Brien-Field has no account", 'Error: … has no account'],
  ['Driver Ada McField, Springfield', '…, …'],
  ['José is unknown', '… is unknown'],
  ['no 李小龍', 'no …'],
  ['Class constructor Home cannot be invoked', 'Class constructor … cannot be invoked'],
  ['firstName: ada, lastName: field', 'firstName: …, lastName: …'],
  ['componentDidUpdateOfSomething', 'componentDidUpdateOfSomething'],
  // Quotes.
  ['"Ada Field" is not valid JSON', '… is not valid JSON'],
  [
    `Unexpected token 'A', "{"name":"Ada Field","x":1}" is not valid JSON`,
    "Unexpected token 'A', … is not valid JSON",
  ],
  [
    `Unexpected token 'A', ..."me":"Ada Fi"... is not valid JSON`,
    "Unexpected token 'A', ...…... is not valid JSON",
  ],
  ['Unexpected "Ada Fie', 'Unexpected …'],
  ['Hello “Ada Field”', 'Hello …'],
  ['Hello ‘Ada Field’', 'Hello …'],
  ['Hello `Ada Field`', 'Hello …'],
  ["No driver 'Ada Field'", 'No driver …'],
  ["No driver 'Ada O'Brien' here", 'No driver … here'],
  ["No driver 'Ada Fie", 'No driver …'],
  ["No driver 'ada' here", 'No driver … here'],
  [
    "Cannot read properties of undefined (reading 'length')",
    "Cannot read properties of undefined (reading 'length')",
  ],
  [
    "Failed to execute 'removeChild' on 'Node': it isn't a child",
    "Failed to execute 'removeChild' on 'Node': it isn't a child",
  ],
  [
    "undefined is not an object (evaluating 'e.driver.name')",
    "undefined is not an object (evaluating 'e.driver.name')",
  ],
  [
    'can\'t access property "length", e is undefined',
    "can't access property 'length', e is undefined",
  ],
  ['can\'t access property "Ada Field", e is undefined', "can't access property …, e is undefined"],
  [`Unexpected "{"access property "ada" is`, 'Unexpected … is'],
  [
    "Failed to read the 'localStorage' property from 'Window': Access is denied for this document.",
    "Failed to read the 'localStorage' property from 'Window': Access is denied for this document.",
  ],
  ["Failed to construct 'URL': Invalid URL", "Failed to construct 'URL': Invalid URL"],
  // Texts that stay.
  ...[
    'marketing/Home',
    'TypeError: Failed to fetch',
    'NetworkError when attempting to fetch resource.',
    'Error: Network Error',
    'ChunkLoadError: Loading CSS chunk 412 failed.',
    'ResizeObserver loop completed with undelivered notifications.',
    'QuotaExceededError: The quota has been exceeded.',
    'ReferenceError: Home is not defined',
    'TypeError: Promise.allSettled is not a function',
    'RangeError: Maximum call stack size exceeded',
    'Error: Rendered fewer hooks than expected. This may be caused by an early return.',
    'JSON.parse: unexpected character at line 1 column 1 of the JSON data',
    "SyntaxError: JSON Parse error: Unrecognized token '<'",
    'UnknownError: Connection to Indexed Database server lost. Refresh the page to try again',
    "Failed to execute 'observe' on 'IntersectionObserver': parameter 1 is not of type 'Element'.",
    "Failed to set the 'innerHTML' property on 'Element': This document requires 'TrustedHTML' assignment.",
    'Uncaught [object Object]',
  ].map((message) => [message, message] as const),
  ['e.map is not a function', 'e.map is not a function'],
  [
    'a1.current.addEventListener is not a function',
    'a1.current.addEventListener is not a function',
  ],
  ['remoteEntry.1a2b3c4d5e6f7a8b.js', 'remoteEntry.1a2b3c4d5e6f7a8b.js'],
  ['script-src-elem main.3f2a.js', 'script-src-elem main.3f2a.js'],
  ['two\nlines\u0000 and\u202e more ', 'two lines and more'],
  ['word '.repeat(100), 'word '.repeat(40)],
  ['', ''],
] as const) {
  test(`${JSON.stringify(message).slice(0, 80)} becomes ${clean.slice(0, 60)}`, () => {
    assert.equal(cleanMessage(message), clean);
    assert.equal(cleanMessage(clean), clean.trim());
  });
}

const secrets = [
  'https://kargo.example/magic?token=s3cret',
  'ada.field@kargo.example',
  '+49 (170) 123-45 67',
  jwt,
  '"Ada Field"',
  "'Ada Field'",
  '4f3a9b8c7d6e5f4a3b2c1d0e',
  'DE89 3704 0044 0532 0130 00',
  'Ada Field',
  'name: ada',
];
const fragments = /s3cret|de89|west|ada|field|kargo\.example|170|123|eyJ|c2ln|4f3a|1d0e/i;

test('two adjacent secrets, or one cut off, leak nothing of each other', () => {
  for (const one of secrets) {
    for (const other of secrets) {
      for (const between of [' ', ': ', ', ', ' (', '\n']) {
        const message = `Failed${between}${one}${between}${other}${between}`;
        assert.doesNotMatch(cleanMessage(message), fragments, message);
        assert.doesNotMatch(cleanMessage('x'.repeat(180) + message), fragments, message);
      }
    }
  }
});

test('a message of 100,000 characters takes little time', () => {
  for (const part of [
    '@',
    "'",
    '"',
    '1',
    '1 ',
    'a1',
    '/',
    ' ',
    '1 a',
    "' ",
    '=',
    '…',
    '\ud800',
    'Aa',
    'Aa ',
    'Aa-',
    'name',
    'de89 ',
  ]) {
    const clean = cleanMessage(part.repeat(100_000 / part.length));
    assert.ok(clean.length <= 200);
  }
});
