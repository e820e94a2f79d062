import { findBrowser } from '@kargo/smoke-test/browser/find-browser';
import { chromium } from '@playwright/test';
import { type EngineName, firefoxPath, webKitPaths } from './programs.ts';
import { PuppeteerEngine } from './puppeteer-engine.ts';
import type { Engine } from './tab.ts';
import { WebKitEngine } from './webkit-engine.ts';

export interface EngineOptions {
  /** Whether the visitor's system asks for less motion. */
  lessMotion: boolean;
}

/**
 * Starts each engine as installed on this machine, or from the paths in `BROWSER_PATH`,
 * `FIREFOX_PATH`, `WEBKIT_DRIVER_PATH`, `WEBKIT_PATH` (its MiniBrowser) and `XVFB_PATH`.
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
      executablePath: firefoxPath(),
      extraPrefsFirefox: { 'ui.prefersReducedMotion': lessMotion ? 1 : 0 },
    }),

  webkit: async (options) => WebKitEngine.start(webKitPaths(), options),
};
