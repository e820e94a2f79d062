import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainText } from './plain-text.ts';

for (const [what, text, plain] of [
  ['plain text', '+1 (202) 555-0123', '+1 (202) 555-0123'],
  ['marks of Apple Contacts', '\u202a+1 (202) 555\u20110123\u202c', '+1 (202) 555-0123'],
  ['isolates', '\u2066+1 202\u2069', '+1 202'],
  ['what nobody sees', '\u200b2\u200c0\u200d2\u200e5\u200f5\u20605\ufeff', '202555'],
  ['dashes', '1\u20102\u20113\u20124\u20135\u20146\u20157\u22128', '1-2-3-4-5-6-7-8'],
  ['wide characters', '＋１（２０２）５５５－０１２３', '+1(202)555-0123'],
  ['spaces', '1\u00a02\u202f3\u30004\t5\u2007 6', '1 2 3 4 5  6'],
  ['spaces around', ' \u00a03/5/1990\n', '3/5/1990'],
  ['what Japanese keyboards have for - / and .', '１ー２・３。４', '1-2.3.4'],
  ['Arabic digits', '٠١٢٣٤٥٦٧٨٩', '0123456789'],
  ['Persian digits', '۰۱۲۳۴۵۶۷۸۹', '0123456789'],
  ['Hindi digits', '०१२३४५६७८९', '0123456789'],
  ['digits outside of the first plane', '𞥐𞥙𝟎𝟗𝟘𝟡𝟿', '0909099'],
  ['what is no decimal digit', '二½²Ⅳ', '二½²Ⅳ'],
] as const) {
  test(`${what}: ${text} becomes ${plain}`, () => assert.equal(plainText(text), plain));
}
