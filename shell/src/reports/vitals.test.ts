/** @jest-environment-options {"url": "https://kargo.example/"} */
import { waitFor } from '@testing-library/react';
import { onCLS, type onINP, onLCP } from 'web-vitals';
import { releaseMapArrived } from '../remote-loading/release-transitions.ts';
import { noteReports, reports } from '../testing/sent-reports.ts';
import { startReporting } from './report.ts';

jest.mock('web-vitals', () => ({ onCLS: jest.fn(), onINP: jest.fn(), onLCP: jest.fn() }));

const tell = (metric: typeof onCLS | typeof onINP | typeof onLCP, value: number) =>
  jest.mocked(metric).mock.lastCall?.[0]({ value } as never);

function hide(state: DocumentVisibilityState): void {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}

beforeEach(() => {
  noteReports();
  releaseMapArrived({
    shell: [{ url: '/releases/shell/1.0.0/main.js', version: '1.0.0' }],
    marketing: [{ url: '/releases/marketing/2.0.0/remoteEntry.js', version: '2.0.0' }],
  });
});

const shell = { app: 'shell', version: '1.0.0' };
const marketing = { app: 'marketing', version: '2.0.0' };

test.each([
  ['/about?token=secret', '/about', [shell, marketing]],
  ['/ABOUT/', '/about', [shell, marketing]],
  ['/ada/field', '/*', [shell]],
])(
  'A visit to %s is measured as one to %s: once, with the last values',
  async (path, route, releases) => {
    history.replaceState(null, '', path);
    jest.spyOn(Math, 'random').mockReturnValue(0);
    startReporting();
    history.replaceState(null, '', '/login');
    await waitFor(() => expect(onCLS).toHaveBeenCalled());
    tell(onLCP, 812.5);
    tell(onCLS, 0.01);
    hide('visible');
    tell(onCLS, 0.02);
    hide('hidden');
    hide('hidden');
    const measured = { kind: 'vitals', route, lcp: 812.5, cls: 0.02 };
    expect(await reports(releases.length)).toEqual(
      releases.map((release) => ({ ...measured, ...release })),
    );
  },
);

test('One visit in ten is measured, and no automated one', () => {
  const idle = jest.spyOn(globalThis, 'setTimeout').mockReturnValue(1 as never);
  const random = jest.spyOn(Math, 'random').mockReturnValue(0.1);
  startReporting();
  random.mockReturnValue(0.09);
  Object.defineProperty(navigator, 'webdriver', { value: true, configurable: true });
  startReporting();
  expect(idle).not.toHaveBeenCalled();
  Object.defineProperty(navigator, 'webdriver', { value: false });
  startReporting();
  expect(idle).toHaveBeenCalledTimes(1);
});
