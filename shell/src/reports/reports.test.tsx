import type { ReleaseMap } from '@kargo/shared-types/releases/page-release';
import { act, screen, waitFor } from '@testing-library/react';
import { Pages } from '../Pages.tsx';
import { releaseMapArrived } from '../remote-loading/release-transitions.ts';
import { provideScreenLoader } from '../remote-loading/screen-component.ts';
import { renderAt, writeConfiguration } from '../testing/render-at.tsx';
import { noteReports, reports } from '../testing/sent-reports.ts';

// Tests which reports a page's screens lead to; reporter.test.ts tests their content.

let count = 0;
let current: string;
let older: string;

beforeAll(writeConfiguration);

beforeEach(() => {
  // No version is used twice, since each is reported once.
  count += 1;
  current = `${count}.1.0`;
  older = `${count}.0.0`;
  publish();
  noteReports();
  jest.spyOn(console, 'error').mockImplementation(() => {});
});

test('A release that does not load gives way', async () => {
  screens((version) => {
    if (version === current) throw new Error('503');
  });
  await open('/about');
  await screen.findByText(`Screen of ${older}`);
  expect(await reports(1)).toMatchObject([
    { ...problem('gave-way', current), message: 'Error: 503' },
  ]);
});

test('A screen threw', async () => {
  screens(() => {}, current);
  await open('/about');
  await screen.findByText(`Screen of ${older}`);
  expect(await reports(1)).toMatchObject([problem('screen-threw', current)]);
});

test('If no release is left, that is reported too', async () => {
  screens(() => {
    throw new Error('503');
  });
  await open('/about');
  await screen.findByTestId('remote-unavailable');
  expect(await reports(3)).toEqual(
    expect.arrayContaining([
      expect.objectContaining(problem('gave-way', current)),
      expect.objectContaining(problem('gave-way', older)),
      expect.objectContaining(problem('stuck', current)),
    ]),
  );
});

test("An app's screens are counted while its canary runs, the shell's with every screen", async () => {
  screens(() => {});
  publish({ marketing: true });
  const { router } = await open('/about');
  await waitFor(() => reports(1));
  await act(() => router.navigate('/about#team'));
  await act(() => router.navigate('/FAQs'));
  publish({ shell: true });
  await act(() => router.navigate('/support'));
  const marketing = { kind: 'view', app: 'marketing', version: current };
  expect(await reports(3)).toEqual([
    marketing,
    marketing,
    { kind: 'view', app: 'shell', version: expect.any(String) },
  ]);
});

test('A screen is counted for the release that fails, not for the one that takes over', async () => {
  screens(() => {}, current);
  publish({ marketing: true });
  await open('/about');
  await screen.findByText(`Screen of ${older}`);
  const sent = await reports(2);
  expect(sent).toHaveLength(2);
  expect(sent).toContainEqual({ kind: 'view', app: 'marketing', version: current });
  expect(sent).toContainEqual(expect.objectContaining(problem('screen-threw', current)));
});

test('A failure of the whole page is a problem of the shell', async () => {
  const shell = `${count}.0.0-shell`;
  jest.spyOn(document, 'title', 'set').mockImplementationOnce(() => {
    throw new Error('planted');
  });
  releaseMapArrived({ shell: [{ url: `/releases/shell/${shell}/main.js`, version: shell }] });
  await open('/nowhere');
  expect(await reports(1)).toMatchObject([{ kind: 'screen-threw', app: 'shell' }]);
});

const problem = (kind: string, version: string) => ({ kind, app: 'marketing', version });

const open = (path: string) => act(async () => renderAt(path, <Pages />));

/** Loads each release's screens unless `load` throws; those of one version throw themselves. */
function screens(load: (version: string) => void, throwing?: string): void {
  provideScreenLoader(async (_id, { version }) => {
    load(version);
    return {
      default: () => {
        if (version === throwing) throw new Error('planted');
        return <p>Screen of {version}</p>;
      },
    };
  });
}

/** Tells the page about its releases, at this navigation and the next. */
function publish(isCounted: { marketing?: true; shell?: true } = {}): void {
  const release = (app: 'marketing' | 'shell', version: string) => ({
    url: `/releases/${app}/${version}/main.js`,
    version,
    isCounted: isCounted[app],
  });
  const releaseMap: ReleaseMap = {
    shell: [release('shell', '1.0.0')],
    marketing: [release('marketing', current), release('marketing', older)],
  };
  releaseMapArrived(releaseMap);
  jest.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(releaseMap));
}
