import { expect, type Locator, type Page } from '@playwright/test';

/** How often to press Tab before the test fails. */
const maxTabs = 60;

export async function tabTo(page: Page, target: Locator): Promise<void> {
  const hasFocus = () => target.evaluate((element) => element === document.activeElement);
  for (let tabs = 0; tabs < maxTabs && !(await hasFocus()); tabs += 1) {
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}
