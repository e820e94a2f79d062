import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type LaunchOptions } from '@playwright/test';
import { unpackBrowser } from './unpack-browser.ts';

type Source = () => Promise<LaunchOptions[]>;

/** An installed Chrome, Chromium or Edge. */
const installed: Source = async () => {
  const { ProgramFiles = '', LOCALAPPDATA = '', 'ProgramFiles(x86)': x86 = '' } = process.env;
  const places = [
    ...inPath('google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser'),
    ...inPath('microsoft-edge'),
    ...['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    ),
    ...[ProgramFiles, x86, LOCALAPPDATA].flatMap((folder) => [
      join(folder, 'Google/Chrome/Application/chrome.exe'),
      join(folder, 'Microsoft/Edge/Application/msedge.exe'),
    ]),
  ];
  return places.filter((path) => existsSync(path)).map((executablePath) => ({ executablePath }));
};

/** Playwright's own browser, downloaded if missing; none if that fails. */
const ofPlaywright: Source = async () => {
  if (existsSync(chromium.executablePath())) return [{}];
  const program = fileURLToPath(import.meta.resolve('@playwright/test/cli'));
  const parameters = [program, 'install', '--only-shell', 'chromium'];
  const options = { stdio: 'ignore', timeout: 180_000 } as const;
  const installation = spawn(process.execPath, parameters, options);
  const [exitCode] = await once(installation, 'exit');
  return exitCode === 0 ? [{}] : [];
};

/** Prefers `@sparticuz/chromium` (Linux on x64 only): it needs half the processor time per page. */
export const windowlessFirst: readonly Source[] = [unpackBrowser, installed, ofPlaywright];

/** Says what to do, and how each browser failed. */
export class NoBrowserError extends Error {}

/**
 * Finds a browser that starts: `BROWSER_PATH` if set, else the first one. Skips failing sources.
 *
 * @param sources tried in turn, by default an installed browser first
 * @throws {NoBrowserError} when no browser starts
 */
export async function findBrowser(
  sources: readonly Source[] = [installed, ofPlaywright, unpackBrowser],
): Promise<LaunchOptions> {
  const { BROWSER_PATH: executablePath } = process.env;
  const problems: string[] = [];
  for (const find of executablePath ? [async () => [{ executablePath }]] : sources) {
    const browsers = await find().catch((error: unknown) => {
      problems.push(firstLine(error));
      return [];
    });
    for (const browser of browsers.flatMap(withAndWithoutSandbox)) {
      const problem = await problemOf(browser);
      if (problem === null) return browser;
      problems.push(`${browser.executablePath ?? "Playwright's"}: ${problem}`);
    }
  }
  throw new NoBrowserError(
    [
      'No browser starts: install one (on Debian: sudo apt-get install chromium), or set BROWSER_PATH to a Chrome, Chromium or Edge.',
      ...problems,
    ].join('\n'),
  );
}

const withAndWithoutSandbox = (browser: LaunchOptions): LaunchOptions[] =>
  [true, false].map((chromiumSandbox) => ({ ...browser, chromiumSandbox }));

/** Starts a headless browser that can reach this machine only. */
export const launchBrowser = async (): Promise<Browser> =>
  chromium.launch(launchOptions(await findBrowser(windowlessFirst)));

/** Keeps the browser from other machines, and, if there are sites, from all ports but theirs. */
export function launchOptions(
  browser: LaunchOptions,
  sites: readonly string[] = [],
): LaunchOptions {
  const rules = 'MAP * ~NOTFOUND , EXCLUDE localhost , EXCLUDE 127.0.0.1';
  const args = [
    '--disable-quic',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    `--host-resolver-rules=${rules}`,
  ];
  if (sites.length === 0) return { ...browser, args };
  // Nobody listens there.
  const server = 'http://127.0.0.1:1';
  // The last matching rule counts.
  const bypass = ['<-loopback>', ...sites.map((site) => new URL(site).host)].join();
  return { ...browser, args, proxy: { server, bypass } };
}

/** Returns why a browser does not start, or null if it does. */
async function problemOf(browser: LaunchOptions): Promise<string | null> {
  try {
    await (await chromium.launch({ ...browser, timeout: 20_000 })).close();
    return null;
  } catch (error) {
    // The rest of the message is the whole command line.
    const lines = String(error).split('\n');
    return lines.find((line) => line.includes('error while loading')) ?? firstLine(error);
  }
}

const firstLine = (error: unknown): string => String(error).split('\n', 1)[0] ?? '';

export function inPath(...names: string[]): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.flatMap((folder) => names.map((name) => join(folder, name)));
}
