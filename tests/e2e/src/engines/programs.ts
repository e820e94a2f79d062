import { existsSync, globSync } from 'node:fs';
import { inPath } from '@kargo/smoke-test/browser/find-browser';

/** Names in `PATH`, or patterns, for each program; the variable may give its path instead. */
const places = {
  FIREFOX_PATH: [
    ...['firefox-esr', 'firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'],
    'C:/Program Files/Mozilla Firefox/firefox.exe',
  ],
  WEBKIT_DRIVER_PATH: ['WebKitWebDriver'],
  WEBKIT_PATH: ['/usr/lib{,64,/*}/webkit2gtk-4.1/MiniBrowser'],
  XVFB_PATH: ['Xvfb'],
};

/** The programs that each engine needs. Chromium is found otherwise. */
const programs = {
  chromium: [],
  firefox: ['FIREFOX_PATH'],
  webkit: ['WEBKIT_DRIVER_PATH', 'WEBKIT_PATH', 'XVFB_PATH'],
} as const;

export type EngineName = keyof typeof programs;

/** Returns why an engine cannot start here and how to install it, or null if it can. */
export function whyMissing(engine: EngineName): string | null {
  try {
    programs[engine].forEach(programPath);
    return null;
  } catch (error) {
    const packages = engine === 'firefox' ? 'firefox-esr' : 'webkit2gtk-driver xvfb';
    return `${engine}: ${(error as Error).message}; on Debian: sudo apt-get install ${packages}`;
  }
}

/** @throws {Error} when the program is not on this machine */
export function programPath(variable: keyof typeof places): string {
  const searched = [process.env[variable] || places[variable]].flat();
  const found = searched.flatMap((place) =>
    place.includes('/') ? globSync(place) : inPath(place),
  );
  const path = found.find((it) => existsSync(it));
  if (!path) throw new Error(`no ${searched.join(' or ')}, as ${variable} may name`);
  return path;
}
