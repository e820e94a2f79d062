import { findBrowser } from '@kargo/smoke-test/browser/find-browser';
import { chromium } from '@playwright/test';
import { launch, type Viewport } from 'puppeteer-core';
import { type EngineName, programPath } from './programs.ts';
import type { Engine } from './tab.ts';
import { startWebKit } from './webkit.ts';

/** Starts each engine as installed on this machine. */
export const startEngine: Record<EngineName, (viewport: Viewport) => Promise<Engine>> = {
  async chromium(defaultViewport) {
    const { executablePath = chromium.executablePath(), env = process.env } = await findBrowser();
    return launch({ executablePath, env, args: ['--no-sandbox'], defaultViewport });
  },
  firefox: (defaultViewport) =>
    launch({ browser: 'firefox', executablePath: programPath('FIREFOX_PATH'), defaultViewport }),
  webkit: startWebKit,
};
