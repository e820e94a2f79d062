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
  // Anything with an @.
  ['No driver ada@kargo.example', 'No driver …'],
  ['No driver <ada.field+x@kargo.example>, or', 'No driver … or'],
  ['ada @ kargo.example', '…'],
  ['ada%40kargo.example', '…'],
  ['ada＠kargo.example', '…'],
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
  ['line 1 column 1604', 'line 1 column 1604'],
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
  [
    "Cannot read properties of undefined (reading 'length')",
    "Cannot read properties of undefined (reading 'length')",
  ],
  [
    "Failed to execute 'removeChild' on 'Node': it isn't a child",
    "Failed to execute 'removeChild' on 'Node': it isn't a child",
  ],
  // Texts that stay.
  ['e.map is not a function', 'e.map is not a function'],
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
];
const fragments = /s3cret|ada|field|kargo\.example|170|123|eyJ|c2ln|4f3a|1d0e/i;

test('no two secrets side by side, or broken off, let anything of one another through', () => {
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

test('a message of 100,000 characters is not looked at again and again', () => {
  for (const part of ['@', "'", '"', '1', '1 ', 'a1', '/', ' ', '1 a', "' ", '=', '…', '\ud800']) {
    const clean = cleanMessage(part.repeat(100_000 / part.length));
    assert.ok(clean.length <= 200);
  }
});
