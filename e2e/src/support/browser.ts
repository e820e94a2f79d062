import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type LaunchOptions } from '@playwright/test';
import { installBrowser } from './install-browser.ts';
import { unpackBrowser } from './unpack-browser.ts';

type Source = 'installed' | 'playwright' | 'package';

const sources: Record<Source, () => Promise<LaunchOptions[]>> = {
  /** An installed Chrome, Chromium or Edge. */
  installed: async () => installedBrowsers().map((executablePath) => ({ executablePath })),
  /** Playwright's own, downloaded if possible. */
  playwright: async () => ((await installBrowser()) ? [{}] : []),
  /** Inside the npm package `@sparticuz/chromium`; Linux on x64 only. */
  package: unpackBrowser,
};

/**
 * Finds a browser that starts: `BROWSER_PATH` if it is set, else the first one found.
 * `BROWSER_FROM` (`installed`, `playwright` or `package`) limits the search.
 *
 * @throws an Error that says what to do when there is none
 */
export async function findBrowser(): Promise<LaunchOptions> {
  const { BROWSER_PATH: executablePath, BROWSER_FROM: only } = process.env;
  if (executablePath) {
    const problem = await problemOf({ executablePath });
    if (problem === null) return { executablePath };
    throw new Error(`BROWSER_PATH is ${executablePath}, which does not start: ${problem}`);
  }
  if (only && !isSource(only)) {
    throw new Error(`BROWSER_FROM has to be ${Object.keys(sources).join(', ')}, not "${only}".`);
  }
  const problems: string[] = [];
  for (const [name, find] of Object.entries(sources)) {
    if (only && name !== only) continue;
    for (const browser of await find()) {
      const problem = await problemOf(browser);
      if (problem === null) return browser;
      problems.push(`${browser.executablePath ?? "Playwright's"}: ${problem}`);
    }
  }
  throw new Error(
    [
      'The end-to-end tests found no browser that starts.',
      'Install one (on Debian: sudo apt-get install chromium), or set BROWSER_PATH to a Chrome, Chromium or Edge.',
      ...problems,
    ].join('\n'),
  );
}

const isSource = (name: string): name is Source => name in sources;

/** Why a browser does not start; null when it does. */
async function problemOf(browser: LaunchOptions): Promise<string | null> {
  try {
    await (await chromium.launch({ ...browser, timeout: 20_000 })).close();
    return null;
  } catch (error) {
    // The rest is the whole command line.
    const lines = String(error).split('\n');
    return lines.find((line) => line.includes('error while loading')) ?? lines[0] ?? '';
  }
}

function installedBrowsers(): string[] {
  return candidates().filter((path) => existsSync(path));
}

function candidates(): string[] {
  const { PATH = '', ProgramFiles = '', LOCALAPPDATA = '' } = process.env;
  if (process.platform === 'darwin') {
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    );
  }
  if (process.platform === 'win32') {
    const places = [ProgramFiles, process.env['ProgramFiles(x86)'] ?? '', LOCALAPPDATA];
    const programs = [
      'Google/Chrome/Application/chrome.exe',
      'Microsoft/Edge/Application/msedge.exe',
    ];
    return places.flatMap((place) => programs.map((program) => join(place, program)));
  }
  const names = [
    'google-chrome',
    'google-chrome-stable',
    'chromium',
    'chromium-browser',
    'microsoft-edge',
  ];
  return PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
}
