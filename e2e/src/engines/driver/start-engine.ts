import { existsSync, globSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { findBrowser, inPath } from '../../support/browser.ts';
import { PuppeteerEngine } from './puppeteer-engine.ts';
import type { Engine } from './tab.ts';
import { WebKitEngine } from './webkit-engine.ts';

export const engineNames = ['chromium', 'firefox', 'webkit'] as const;
export type EngineName = (typeof engineNames)[number];

export interface EngineOptions {
  /** Whether the visitor's system asks for less motion. */
  lessMotion: boolean;
}

/** A program that an engine needs is missing on this machine. */
export class NotInstalled extends Error {}

/**
 * Each engine as this machine has it, or where `BROWSER_PATH`, `FIREFOX_PATH`, `WEBKIT_DRIVER_PATH`,
 * `WEBKIT_PATH` (its MiniBrowser) and `XVFB_PATH` say.
 *
 * @throws {NotInstalled}
 */
export const startEngine: Record<EngineName, (options: EngineOptions) => Promise<Engine>> = {
  async chromium({ lessMotion }) {
    const { executablePath = chromium.executablePath(), env } = await findBrowser();
    return PuppeteerEngine.start({
      browser: 'chrome',
      executablePath,
      ...(env && { env }),
      args: ['--no-sandbox', ...(lessMotion ? ['--force-prefers-reduced-motion'] : [])],
    });
  },

  firefox: async ({ lessMotion }) =>
    PuppeteerEngine.start({
      browser: 'firefox',
      executablePath: program('FIREFOX_PATH', inPath('firefox-esr', 'firefox'), [
        '/Applications/Firefox.app/Contents/MacOS/firefox',
        'C:/Program Files/Mozilla Firefox/firefox.exe',
      ]),
      extraPrefsFirefox: { 'ui.prefersReducedMotion': lessMotion ? 1 : 0 },
    }),

  webkit: async (options) =>
    WebKitEngine.start(
      {
        driver: program('WEBKIT_DRIVER_PATH', inPath('WebKitWebDriver')),
        browser: program('WEBKIT_PATH', globSync('/usr/lib{,64,/*}/webkit2gtk-4.1/MiniBrowser')),
        screen: program('XVFB_PATH', inPath('Xvfb')),
      },
      options,
    ),
};

function program(variable: string, ...places: string[][]): string {
  const set = process.env[variable];
  const found = (set ? [set] : places.flat()).find((path) => existsSync(path));
  if (found) return found;
  throw new NotInstalled(`${set ?? places.flat().at(-1) ?? variable} is not there (${variable})`);
}
