import { existsSync, globSync } from 'node:fs';
import { inPath } from '@kargo/smoke-test/browser/find-browser';

export const engineNames = ['chromium', 'firefox', 'webkit'] as const;
export type EngineName = (typeof engineNames)[number];

/** Programs of Debian's webkit2gtk-driver and xvfb. */
export interface WebKitPrograms {
  driver: string;
  browser: string;
  screen: string;
}

/** A program that an engine needs. */
interface Program {
  /** Environment variable with its path. */
  variable: string;
  /** Its names in the folders of `PATH`. */
  names?: readonly string[];
  /** Patterns of other paths where it may be on this system. */
  paths?: readonly string[];
}

/** The message names the missing programs, the paths that were searched and how to install them. */
export class NotInstalled extends Error {}

/** Paths of Firefox on systems where it is not in `PATH`. */
const firefoxPaths: Partial<Record<NodeJS.Platform, string>> = {
  darwin: '/Applications/Firefox.app/Contents/MacOS/firefox',
  win32: 'C:/Program Files/Mozilla Firefox/firefox.exe',
};

/** @throws {NotInstalled} */
export function firefoxPath(platform = process.platform): string {
  const path = firefoxPaths[platform];
  const program = {
    variable: 'FIREFOX_PATH',
    names: ['firefox-esr', 'firefox'],
    ...(path && { paths: [path] }),
  };
  return findProgram('Firefox', program, howToGet('firefox-esr', platform));
}

/** @throws {NotInstalled} */
export function webKitPaths(platform = process.platform): WebKitPrograms {
  const find = (program: Program) =>
    findProgram('WebKitGTK', program, howToGet('webkit2gtk-driver xvfb', platform));
  return {
    driver: find({ variable: 'WEBKIT_DRIVER_PATH', names: ['WebKitWebDriver'] }),
    browser: find({
      variable: 'WEBKIT_PATH',
      paths: ['/usr/lib{,64,/*}/webkit2gtk-4.1/MiniBrowser'],
    }),
    screen: find({ variable: 'XVFB_PATH', names: ['Xvfb'] }),
  };
}

/** The reason why an engine cannot be started on this machine, or null if it can. */
export function whyMissing(engine: EngineName): NotInstalled | null {
  try {
    if (engine === 'firefox') firefoxPath();
    if (engine === 'webkit') webKitPaths();
    return null;
  } catch (error) {
    if (error instanceof NotInstalled) return error;
    throw error;
  }
}

function findProgram(
  engine: string,
  { variable, names = [], paths = [] }: Program,
  howTo: string,
): string {
  const set = process.env[variable];
  const places = set ? [set] : [...inPath(...names), ...paths.flatMap((path) => globSync(path))];
  const found = places.find((path) => existsSync(path));
  if (found) return found;
  const inFolders = names.length > 0 ? [`${names.join(' or ')} in PATH`] : [];
  const lookedFor = set ? [set] : [...inFolders, ...paths];
  throw new NotInstalled(
    `${engine}: no ${lookedFor.join(', no ')} (${howTo}or set ${variable} to it)`,
  );
}

/** @param packages names of Debian packages */
function howToGet(packages: string, platform: NodeJS.Platform): string {
  return platform === 'linux' ? `on Debian: sudo apt-get install ${packages}; ` : 'install it, ';
}
