import type { Tab } from './tab.ts';

const openMs = 3000;

/** Opens the header's menus, which must still work, and logs out there if wanted and offered. */
export async function useHeader(tab: Tab, endsSession: boolean): Promise<void> {
  const { page } = tab;
  tab.moment = 'when the header was used afterwards';
  const menus = page.locator('[data-testid="site-header"] [aria-expanded=false]:visible');
  const end = page.getByRole('button', { name: /log ?out|sign ?out/i });
  const isOffered = async () => endsSession && (await end.count()) > 0;
  // A phone's menu may contain another one.
  for (let index = 0; index < 3 && !(await isOffered()) && (await menus.count()) > 0; index++) {
    const menu = (await menus.last().elementHandle()) ?? undefined;
    const name = await menu?.evaluate((it) => it.ariaLabel ?? it.textContent?.trim());
    await menu
      ?.click({ timeout: openMs })
      .then(() =>
        page.waitForFunction((it) => it?.ariaExpanded === 'true', menu, { timeout: openMs }),
      )
      .catch(() => tab.fail(`"${name}" in the header does not open`, 'late'));
    if (!endsSession) return void (await page.keyboard.press('Escape'));
  }
  if (!(await isOffered())) return;
  await end
    .first()
    .click({ timeout: openMs })
    .catch(() => undefined);
  await tab.untilSignedOut(openMs);
}
