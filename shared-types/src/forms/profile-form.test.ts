import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problemsOf } from '../testing/problems-of.ts';
import { profileSchema } from './profile-form.ts';

// names, phone, plain-text and limits have tests of what each rule accepts.

const required = 'Phone number is required';
const invalid = 'Enter a valid phone number';
const extension = 'Leave out the extension: only the number itself can be called.';
const long = 'Phone number must not exceed 20 characters';

type Row = [field: 'name' | 'phone', text: string, ...sentences: string[]];

const rows: Row[] = [
  ['name', ' \u2800\t', 'Name is required'],
  ['name', "O'Brien-Smith, Jr."],
  ['name', '<b>Maya</b>'],
  ['name', ` ${'n'.repeat(255)} `],
  ['name', 'n'.repeat(256), 'Name must not exceed 255 characters'],
  ['name', '👩'.repeat(128), 'Name must not exceed 255 characters'],
  ['name', 'Ma\nya', 'Name must not contain control characters'],
  ['phone', '', required],
  ['phone', '  ', required],
  ...[9, 16, 20].map((count): Row => ['phone', '1'.repeat(count), invalid]),
  ...[10, 15].map((count): Row => ['phone', '1'.repeat(count)]),
  ['phone', '1'.repeat(21), invalid, long],
  ...[' ', '(', ')', '+', '-', '.'].map((it): Row => ['phone', `20255${it}50123`]),
  ...['x', '#', '/', ',', '*', ':', '三', '\u0000'].map(
    (it): Row => ['phone', `20255${it}501234`, invalid],
  ),
  ['phone', '----------', invalid],
  ['phone', '+1 (202) - 555 -0123'],
  ['phone', '+1 (202) - 555 - 0123', long],
  // As copied from contacts, mails and other forms.
  ['phone', '\u2066+1 (202) 555\u20110123\u2069\u200e\ufeff'],
  ['phone', '\u200e\u200e\u200e\u200e+1 (202) 555-01230'],
  ['phone', '＋１ （２０２） ５５５－０１２３'],
  ['phone', '٢٠٢٥٥٥٠١٢٣'],
  ['phone', '2025550123 ext', invalid],
  ['phone', '202-555-0123 ext. 5', invalid, extension],
  ['phone', '+1 (202) 555-0123 ext. 5', invalid, extension, long],
];

for (const [field, text, ...sentences] of rows)
  test(`the ${field} ${JSON.stringify(text)}: ${sentences.join(' ') || 'is taken'}`, () => {
    const given = { name: 'Maya Okafor', phone: '+1 (202) 555-0123', [field]: text };
    assert.deepEqual(problemsOf(profileSchema, given), sentences);
  });

test('valid values come out trimmed, a number as people type it', () => {
  const phone = ' \u202atel:+1 202\u2011555\u2011٠١٢٣\u202c ';
  assert.deepEqual(profileSchema.validateSync({ name: ' Maya ', phone }), {
    name: 'Maya',
    phone: '+1 202-555-0123',
  });
});
