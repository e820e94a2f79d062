import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type CalendarDate,
  isAfter,
  isRealDate,
  latestDateOfBirth,
  localDay,
  momentOf,
} from './calendar-date.ts';

const date = (year: number, month: number, day: number): CalendarDate => ({ year, month, day });

for (const [today, latest, why] of [
  [date(2026, 11, 21), date(2008, 11, 21), 'whoever turns 18 today is old enough'],
  [date(2026, 2, 28), date(2008, 2, 28), 'a birth on 29 February counts from 1 March'],
  [date(2026, 3, 1), date(2008, 3, 1), 'so that it is included then'],
  [date(2028, 2, 29), date(2010, 2, 28), 'there was no 29 February 18 years before'],
  [date(2118, 2, 28), date(2100, 2, 28), 'nor in 2100, which is no leap year'],
] as const) {
  test(`On ${show(today)} the latest day of birth is ${show(latest)}: ${why}`, () => {
    assert.deepEqual(latestDateOfBirth(today), latest);
  });
}

test('A birth on 29 February 2008 is too late on 28 February 2026, and is not on 1 March', () => {
  const born = date(2008, 2, 29);
  assert.ok(isAfter(born, latestDateOfBirth(date(2026, 2, 28))));
  assert.ok(!isAfter(born, latestDateOfBirth(date(2026, 3, 1))));
});

test('Days are compared by year, then month, then day', () => {
  assert.ok(isAfter(date(2009, 1, 1), date(2008, 12, 31)));
  assert.ok(isAfter(date(2008, 12, 1), date(2008, 11, 30)));
  assert.ok(isAfter(date(2008, 11, 22), date(2008, 11, 21)));
  assert.ok(!isAfter(date(2008, 11, 21), date(2008, 11, 21)));
});

for (const real of [date(2008, 2, 29), date(2000, 2, 29), date(1900, 1, 1), date(2026, 12, 31)]) {
  test(`${show(real)} is a day`, () => assert.ok(isRealDate(real)));
}

for (const [unreal, why] of [
  [date(2007, 2, 29), 'not a leap year'],
  [date(1900, 2, 29), 'not a leap year either'],
  [date(2008, 2, 30), 'no February has it'],
  [date(2008, 4, 31), 'April has 30 days'],
  [date(2008, 13, 1), 'there are 12 months'],
  [date(2008, 0, 1), 'months count from 1'],
  [date(2008, 1, 0), 'days count from 1'],
  [date(1899, 12, 31), 'too long ago'],
  [date(Number.NaN, 1, 1), 'no number'],
] as const) {
  test(`${show(unreal)} is no day: ${why}`, () => assert.ok(!isRealDate(unreal)));
}

test('Each month has its last day, and none after it', () => {
  const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  for (const year of [1900, 1904, 1999, 2000, 2007])
    for (const [index, length] of lengths.entries()) {
      const last = index === 1 && [1904, 2000].includes(year) ? 29 : length;
      assert.ok(isRealDate(date(year, index + 1, last)));
      assert.ok(!isRealDate(date(year, index + 1, last + 1)));
    }
});

for (const [timeZone, day] of [
  ['Pacific/Kiritimati', date(2026, 11, 22)],
  ['UTC', date(2026, 11, 21)],
  ['Pacific/Pago_Pago', date(2026, 11, 20)],
] as const) {
  test(`In ${timeZone} it is the day of a clock there`, () => {
    const moment = new Date('2026-11-21T10:30:00Z');
    assert.deepEqual(
      inTimeZone(timeZone, () => localDay(moment)),
      day,
    );
  });
}

// In São Paulo clocks were set forward at midnight: 19 October 2008 began at one o'clock.
for (const timeZone of ['America/Los_Angeles', 'America/Sao_Paulo', 'Asia/Tokyo']) {
  test(`A day stays that day in ${timeZone}`, () => {
    for (const day of [date(2008, 3, 15), date(2008, 10, 19), date(2008, 2, 29)]) {
      assert.deepEqual(
        inTimeZone(timeZone, () => localDay(momentOf(day))),
        day,
      );
    }
  });
}

function inTimeZone(timeZone: string, day: () => CalendarDate): CalendarDate {
  const before = process.env.TZ;
  process.env.TZ = timeZone;
  try {
    return day();
  } finally {
    process.env.TZ = before;
    if (before === undefined) delete process.env.TZ;
  }
}

function show({ year, month, day }: CalendarDate): string {
  return `${year}-${month}-${day}`;
}
