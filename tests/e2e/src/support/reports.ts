import type { ProblemReport } from '@kargo/shared-types/releases/reports';
import { expect, type Page } from '@playwright/test';

/** A message with everything that a report must not contain. */
export const personalMessage = `planted: "Ada Field", ada@kargo.example, +1 (202) 555-0123, https://kargo.example/magic?token=s3cret`;

const personal = /Ada|Field|@|555|0123|s3cret|token|:\/\/|localhost|\?\w|\d{5}/;

/** Expects these reports in any order, without personal data. */
export function expectReports(sent: readonly string[], expected: readonly ProblemReport[]): void {
  const reports: ProblemReport[] = sent.map((text) => JSON.parse(text));
  const names = reports.map(({ kind, app, version }) => ({ kind, app, version }));
  expect(new Set(names)).toEqual(new Set(expected));
  expect(names).toHaveLength(expected.length);
  for (const { kind, app, version, screen = '', message, ...others } of reports) {
    expect(others, 'what else is sent').toEqual({});
    expect(`${kind} ${app} ${screen} ${message}`).not.toMatch(personal);
  }
}

/** Keeps the reports of a page opened after this, and returns a function that reads them. */
export async function keepReports(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const kept: Blob[] = [];
    Object.assign(window, { keptReports: kept });
    navigator.sendBeacon = (_path, body) => kept.push(body as Blob) > 0;
  });
  return () =>
    page.evaluate(() => {
      const { keptReports } = window as unknown as { keptReports: Blob[] };
      return Promise.all(keptReports.map((report) => report.text()));
    });
}
