import type { Page } from '@playwright/test';

export const enlargedOnPhones = [
  { name: 'on a phone with text of 200 %', viewport: { width: 390, height: 844 }, fontSize: 32 },
  // Its lines hold more text than above, so only `pnpm proof journeys` tests it.
  ...(process.env.PROOF
    ? [
        {
          name: 'on the smallest phone with text of 150 %',
          viewport: { width: 320, height: 640 },
          fontSize: 24,
        },
      ]
    : []),
];

/** Sets the browser's font size, in px, for the next page. */
export async function enlargeText(page: Page, fontSize: number): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('Page.setFontSizes', { fontSizes: { standard: fontSize } });
}
