import { chromium, type Page } from 'playwright-core';
import { typefaces } from './typefaces.ts';

/**
 * Runs an action with an empty page that has the site's typefaces, in a headless Chromium.
 *
 * @param size in px
 */
export async function withPage(
  size: { width: number; height: number },
  work: (page: Page) => Promise<void>,
): Promise<void> {
  const executablePath = process.env.BROWSER_PATH || '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath });
  try {
    const page = await browser.newPage({ viewport: size });
    await page.setContent(
      `<style>body{margin:0}svg{display:block}${typefaces}</style><main></main>`,
    );
    await page.evaluate('Promise.all([...document.fonts].map((font) => font.load()))');
    await work(page);
  } finally {
    await browser.close();
  }
}
