import { routeAt } from '../routes.ts';

jest.mock('./reporter.ts', () => {
  throw new TypeError('Failed to fetch');
});

/** Reports twice in a page whose reporter does not load, and returns what was sent. */
async function sent(isShellDeleted: boolean): Promise<unknown[]> {
  const sendBeacon = jest.fn<boolean, [string, string]>();
  Object.assign(navigator, { sendBeacon });
  await jest.isolateModulesAsync(async () => {
    const { provideReports, report } = await import('./report.ts');
    provideReports({
      routeAt,
      runningShell: () => ({ app: 'shell', version: '1.0.0' }),
      isShellDeleted: () => isShellDeleted,
      releasesOf: () => [],
      chosenRelease: () => null,
    });
    for (const _ of [1, 2]) report(() => {});
    await new Promise((resolve) => setTimeout(resolve));
  });
  return sendBeacon.mock.calls.map(([path, body]) => [path, JSON.parse(body)]);
}

test('a reporter that does not load is reported once, without anything else', async () => {
  const report = { kind: 'script-failed', app: 'shell', version: '1.0.0' };
  expect(await sent(false)).toEqual([['/releases/report', report]]);
});

test('it is not if the server has deleted the shell', async () => {
  expect(await sent(true)).toEqual([]);
});

test('every visit on a developer’s machine is measured', async () => {
  const { startReporting } = await import('./report.ts');
  const idle = jest.spyOn(globalThis, 'setTimeout').mockReturnValue(1 as never);
  jest.spyOn(Math, 'random').mockReturnValue(0.9);
  Object.defineProperty(navigator, 'webdriver', { value: false, configurable: true });
  startReporting();
  expect(idle).toHaveBeenCalledTimes(1);
});
