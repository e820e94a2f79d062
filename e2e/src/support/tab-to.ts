import { expect, type Locator, type Page } from '@playwright/test';

/** Longest way from one control of a page to another. */
const maxTabs = 60;

/** Goes on with the Tab key until this has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  const hasFocus = () => target.evaluate((element) => element === document.activeElement);
  for (let tabs = 0; tabs < maxTabs && !(await hasFocus()); tabs += 1) {
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}
