import type { Report } from '@kargo/shared-types/releases/reports';
import { waitFor } from '@testing-library/react';
import * as records from '../remote-loading/tracked-releases.ts';
import { provideReports } from '../reports/report.ts';
import { routeAt } from '../routes.ts';

let sent: { path: string; body: Blob }[];

/** Notes the reports that the page sends from now on. */
export function noteReports(): void {
  sent = [];
  provideReports({ routeAt, ...records });
  navigator.sendBeacon = (path, body) => sent.push({ path: `${path}`, body: body as Blob }) > 0;
}

/** Waits for this many reports; returns all. */
export async function reports(count: number): Promise<Report[]> {
  await waitFor(() => expect(sent.length).toBeGreaterThanOrEqual(count));
  expect(sent.map(({ path }) => path)).toEqual(sent.map(() => '/releases/report'));
  expect(sent.map(({ body }) => body.type)).toEqual(sent.map(() => 'application/json'));
  return Promise.all(sent.map(async ({ body }) => JSON.parse(await body.text())));
}
