// Inputs of the forms with the codes of their broken rules, for the tests of the browser's forms and of the
// API, which have to agree. Texts may have white space around them, which is trimmed.

type Row = [text: string, ...codes: string[]];

const someNames: Row[] = [
  ['', 'required'],
  [' ', 'required'],
  ['\t\n', 'required'],
  ['\u200b', 'required'],
  ['\u200b\u2060\u3164', 'required'],
  ['\u2800', 'required'],
  ['\u0000', 'required'],
  ['\u202e', 'required'],
  ['x'],
  [' Maya '],
  ['Maya Okafor'],
  ['Łukasz Ñandú'],
  ['渡辺'],
  ['👩‍🚀'],
  ["O'Brien-Smith, Jr."],
  ['<b>Maya</b>'],
  ['Maya\u0000', 'control_characters'],
  ['\u0007Maya', 'control_characters'],
  ['Ma\nya', 'control_characters'],
  ['Maya\u007f', 'control_characters'],
  ['Ma\u0085ya', 'control_characters'],
  ['\u202eMaya', 'control_characters'],
  ['Maya\u202a', 'control_characters'],
  ['Ma\u2066ya', 'control_characters'],
  ['Maya\u2069', 'control_characters'],
  ['Ma\u200bya'],
];

/** @param most the longest name that is taken */
export function names(most: number): Row[] {
  return [
    ...someNames,
    ['n'.repeat(most - 1)],
    ['n'.repeat(most)],
    [` ${'n'.repeat(most)} `],
    ['n'.repeat(most + 1), 'too_long'],
    ['é'.repeat(most)],
    ['👩'.repeat(most / 2 + 1), 'too_long'],
    [`${'n'.repeat(most)}\u0000`, 'too_long'],
    ['n'.repeat(5000), 'too_long'],
  ];
}

const digits = (count: number) => '1234567890'.repeat(3).slice(0, count);

export const profilePhones: Row[] = [
  ['', 'required'],
  ['  ', 'required'],
  ...[1, 2, 5, 8, 9, 16, 17, 19, 20].map((count): Row => [digits(count), 'invalid']),
  ...[10, 11, 12, 13, 14, 15].map((count): Row => [digits(count)]),
  ...[21, 25, 30].map((count): Row => [digits(count), 'invalid', 'too_long']),
  ...[' ', '(', ')', '+', '-', '.', '\u00a0'].map((between): Row => [`20255${between}50123`]),
  ...['x', '#', '/', ',', '*', ':', '\u0663', '\u0000'].map(
    (between): Row => [`20255${between}501234`, 'invalid'],
  ),
  ['+1 (202) 555-0123'],
  ['(202)  555  -  0123 '],
  ['+1 (202) - 555 -0123'],
  ['+1 (202) - 555 - 0123', 'too_long'],
  ['----------', 'invalid'],
  ['٢٠٢٥٥٥٠١٢٣', 'invalid'],
  // As copied from contacts, mails and other forms.
  ...['\u2010', '\u2011', '\u2013', '\u2015', '\u2212', '\u200b', '\u202f', '\u2060'].map(
    (between): Row => [`20255${between}50123`],
  ),
  ['\u202a+1 (202) 555\u20110123\u202c'],
  ['\u2066+1 (202) 555-0123\u2069\u200e\ufeff'],
  ['\u200e\u200e\u200e\u200e+1 (202) 555-01230'],
  ['＋１ （２０２） ５５５－０１２３'],
  ['tel:+1-202-555-0123'],
  ['2025550123 ext', 'invalid'],
  ['2025550123x12', 'invalid', 'extension'],
  ['202-555-0123 ext. 5', 'invalid', 'extension'],
  ['tel:2025550123;ext=5', 'invalid', 'extension'],
  ['+1 (202) 555-0123 ext. 5', 'invalid', 'extension', 'too_long'],
];

export const payoutPhones: Row[] = [
  ['', 'required'],
  [' ', 'required'],
  ['+1 2025550123'],
  [' +1 2025550123 '],
  ...[0, 1, 5, 8, 9, 11, 12, 15].map((count): Row => [`+1 ${digits(count)}`, 'invalid']),
  ...['', '1', '1 ', '+1', '+ 1 ', '+2 ', '+11 ', '+1  ', '+1-', '001 ', '(+1) '].map(
    (prefix): Row => [`${prefix}2025550123`, 'invalid'],
  ),
  ...[
    '+1 202 555 0123',
    '+1 202-555-0123',
    '+1 202555012x',
    '+1 ٢٠٢٥٥٥٠١٢٣',
    '+49 30 901820',
    '+4930901820',
  ].map((phone): Row => [phone, 'invalid']),
  // As copied from elsewhere.
  ...[
    '+1\u00a02025550123',
    '\u202a+1 2025550123\u202c',
    '\u200e+1\u2007202\u200b5550123\ufeff',
    '＋１　２０２５５５０１２３',
    'tel:+1 2025550123',
  ].map((phone): Row => [phone]),
  ['+1 2025550123x12', 'invalid', 'extension'],
  ['+1 2025550123;ext=5', 'invalid', 'extension'],
  ['+1 (202) 555-0123 ext. 5', 'invalid', 'extension'],
];

/** Today, and a date of birth as it is typed. */
type DateRow = [today: string, typed: string, ...codes: string[]];

const anyDay = '2026-11-21';
const typed = (month: number, day: number, year: number) =>
  `${`${month}`.padStart(2, '0')}/${`${day}`.padStart(2, '0')}/${year}`;
const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isLeap = (year: number) => year === 1904 || year === 2000;

export const datesOfBirth: DateRow[] = [
  ...[1900, 1904, 1999, 2000, 2007].flatMap((year) =>
    lengths.flatMap((length, index): DateRow[] => {
      const last = index === 1 && isLeap(year) ? 29 : length;
      return [
        [anyDay, typed(index + 1, last, year)],
        [anyDay, typed(index + 1, last + 1, year), 'required'],
      ];
    }),
  ),
  ...['', '//', '03/15', '00/10/1990', '13/10/1990', '03/00/1990', '12/31/1899', '01/01/0008'].map(
    (text): DateRow => [anyDay, text, 'required'],
  ),
  ['2026-11-21', '11/20/2008'],
  ['2026-11-21', '11/21/2008'],
  ['2026-11-21', '11/22/2008', 'too_young'],
  ['2026-11-21', '11/21/2026', 'too_young'],
  ['2026-11-21', '01/01/2030', 'too_young'],
  ['2026-01-01', '01/01/2008'],
  ['2026-12-31', '01/01/2009', 'too_young'],
  ['2026-02-28', '02/29/2008', 'too_young'],
  ['2026-03-01', '02/29/2008'],
  ['2028-02-29', '02/28/2010'],
  ['2028-02-29', '03/01/2010', 'too_young'],
];

type Sentences = Record<string, string>;

const nameSentences = (label: string, most: number): Sentences => ({
  required: `${label} is required`,
  too_long: `${label} must not exceed ${most} characters`,
  control_characters: `${label} must not contain control characters`,
});

const extension = 'Leave out the extension: only the number itself can be called.';

/** The sentences that the form and the API have for each code, by field. */
export const profileSentences = {
  name: nameSentences('Name', 255),
  phone: {
    required: 'Phone number is required',
    invalid: 'Enter a valid phone number',
    extension,
    too_long: 'Phone number must not exceed 20 characters',
  } as Sentences,
};

export const payoutSentences = {
  firstName: nameSentences('First Name', 100),
  lastName: nameSentences('Last Name', 100),
  phone: {
    required: 'Phone number is required',
    invalid: 'Phone number must start with +1 and be followed by 10 digits (e.g., +1 1234567890)',
    extension,
  } as Sentences,
  dateOfBirth: {
    required: 'Date of Birth is required',
    too_young: 'You must be at least 18 years old',
  } as Sentences,
};
