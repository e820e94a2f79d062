import type { Control } from './in-page/watch-controls.ts';
import { type Visit, widths } from './plan-visits.ts';
import type { Screen } from './screens.ts';
import { laterMs, type Tab } from './tab.ts';

const mostUsed = 80;

/** How often Tab may miss a new control: dates have several stops. */
const mostStops = 24;

const afterwardsMs = 50;

/** For rules that try too much, layouts with too little room, and code for Latin letters. */
const longText = 'Countessoflovelaceandcompany Łódź';

/** How long the use of a control may block the page. */
const longestBlockMs = 2500;

/**
 * Uses each control of a screen by pointer, unless another visit has, and then, where there is a
 * keyboard, all by keyboard. Spares what would end or start a session or delete something. Returns
 * after a link to another page. Stops at the first failure.
 */
export async function useEverything(tab: Tab, { screen, width, isThorough }: Visit) {
  const hasKeyboard = width !== widths[0];
  const ids = await tab.ask(({ controls }, app) => controls.ids(app), screen.app);
  const left = new Set(ids.map((id) => `${screen.id} ${id}`).filter((id) => !tab.pressed.has(id)));
  if (left.size === 0 && !(isThorough && hasKeyboard)) return;
  await tab.page.evaluate(stayOnPage);
  await tab.ask((watcher) => watcher.startTask());
  for (const id of left) tab.pressed.add(id);
  const outOfReach = () => tab.ask(({ controls }, app) => controls.outOfReach(app), screen.app);
  const covered = await outOfReach();
  if (left.size > 0) await useByPointer(tab, screen, left);
  if (hasKeyboard) await useByKeyboard(tab, screen);
  // Now the timers that the controls have set run.
  await tab.stay(laterMs);
  await tab.runTimersOf(screen.app);
  // By now, messages that may cover something are closed.
  const name = (await outOfReach()).find((it) => covered.includes(it));
  if (name !== undefined) tab.fail(`"${name}" is covered: a pointer cannot press it`);
  if (tab.path !== screen.path) return;
  tab.moment = 'after everything was used';
  await tab.untilShown(screen);
  await tab.inspect(screen.app, true);
}

/** @param left controls to use; others are used if they are new */
async function useByPointer(tab: Tab, screen: Screen, left: Set<string>): Promise<void> {
  const followed = new Set<string>();
  for (let from = 0, times = 0; from < mostUsed && times < mostUsed + mostStops; times++) {
    const place = { app: screen.app, from };
    const control = await tab.ask(({ controls }, it) => controls.next(it.app, it.from), place);
    if (control === 'none') return;
    const { id, name, point, href, isPressed, index } = control;
    from = index + 1;
    if (tab.pressed.has(`${screen.id} ${id}`) && !left.has(`${screen.id} ${id}`)) continue;
    tab.pressed.add(`${screen.id} ${id}`);
    tab.moment = `when the pointer was on "${name}"`;
    if (point) await tab.page.mouse.move(point.x, point.y);
    if (!isPressed || (href !== null && followed.has(href))) continue;
    if (href !== null) followed.add(href);
    tab.moment = `after "${name}" was pressed`;
    if (point) await tab.page.mouse.down();
    await (point ? tab.page.mouse.up() : tab.ask(({ controls }) => controls.press()));
    if (!(await goOn(tab, screen, control))) continue;
    // Its menu may have closed before all items were used.
    left.add(`${screen.id} ${id}`);
    from = index;
  }
}

/** Tab must leave the screen in the end. */
async function useByKeyboard(tab: Tab, screen: Screen): Promise<void> {
  const { keyboard } = tab.page;
  await tab.ask(({ controls }, app) => controls.startTabbing(app), screen.app);
  const used: string[] = [];
  for (let stop = 0; stop < mostStops; stop++) {
    const asked = { app: screen.app, used };
    const control = await tab.ask(({ controls }, it) => controls.focused(it.app, it.used), asked);
    if (control === 'none' || used.length === mostUsed) return;
    if (control !== 'used') {
      stop = 0;
      used.push(control.id);
      tab.moment = `when "${control.name}" was used by keyboard`;
      await useFocused(tab, control);
      if (control.text || control.keys.length > 0) await goOn(tab, screen, control);
      await tab.ask(({ controls }) => controls.refocus());
    } else {
      // A dialog may have opened late.
      await keyboard.press('Escape');
      await closeDialog(tab);
    }
    await keyboard.press('Tab');
  }
  tab.fail('the Tab key is caught in it');
}

/** Types and presses keys. What was typed has to stay in the field. */
async function useFocused(tab: Tab, { name, text, keys }: Control): Promise<void> {
  const { keyboard } = tab.page;
  // As when it is pasted or filled in by the browser.
  if (text) await keyboard.insertText(longText);
  if (text) await keyboard.press('Control+A');
  // Some fields take letters only, and some digits.
  for (const typed of text ? [text, '20270115'] : []) {
    await keyboard.type(typed);
    if (!(await tab.ask(({ controls }, it) => controls.hasLost(it), typed))) break;
    if (typed !== text)
      tab.fail(`what is typed into "${name}" is lost: the field is emptied, reset or replaced`);
  }
  for (const key of keys) await keyboard.press(key);
}

/** Uses what no visit has in an open dialog or menu, and returns whether that was a menu's item. */
async function useOpened(tab: Tab, { id }: Screen): Promise<boolean> {
  const filled = new Set<string>();
  let isMenu = false;
  for (let used = 0; used < mostStops; used++) {
    const asked = { id, used: [...tab.pressed, ...filled] };
    const control = await tab.ask(({ controls }, it) => controls.inOpened(it.id, it.used), asked);
    if (control === 'none') break;
    (control.text ? filled : tab.pressed).add(`${id} ${control.id}`);
    tab.moment = `when "${control.name}" was used in a dialog or menu`;
    await useFocused(tab, control);
    isMenu = await tab.ask(({ controls }) => controls.pressItem());
    await tab.page.waitForTimeout(afterwardsMs);
    tab.stopIfFailed();
  }
  return isMenu;
}

/** Uses and closes what opened, returns to the screen, and fails if something went wrong. */
async function goOn(tab: Tab, screen: Screen, { name, text, keys }: Control): Promise<boolean> {
  const { page } = tab;
  let isMenu = false;
  if (!text || keys.length > 0) {
    await page.waitForTimeout(afterwardsMs);
    isMenu = await useOpened(tab, screen);
    await page.keyboard.press('Escape');
    await closeDialog(tab);
  }
  if (tab.path !== screen.path) {
    await tab.settle();
    if (await tab.isNothingAt(tab.path))
      tab.fail(`"${name}" leads to ${tab.path}, where nothing is`);
    // It may have gone back itself.
    await page.goForward();
    if (tab.path !== screen.path) await page.goBack();
    await tab.waitFor(screen);
    await page.evaluate(stayOnPage);
  }
  tab.stopIfFailed();
  const task = await tab.ask((watcher) => watcher.longestTask());
  if (task > longestBlockMs)
    tab.fail(`it blocks the page for ${Math.round(task)} ms when "${name}" is used`, 'late');
  return isMenu;
}

/** A dialog that Escape does not close within a second needs a button that does. */
async function closeDialog(tab: Tab): Promise<void> {
  let name: string | null = null;
  for (let index = -20; index < 20; index++) {
    name = await tab.ask(({ controls }, index) => controls.leaveDialog(index), index);
    if (name === null) return;
    await tab.page.waitForTimeout(afterwardsMs);
  }
  tab.fail(`neither Escape nor a button closes the dialog "${name}"`);
}

/** Runs in the page: keeps the browser from leaving it by a link or a form. */
function stayOnPage(): void {
  const withoutHash = (address: string) => address.split('#')[0];
  window.addEventListener('click', (event) => {
    if (!(event.target instanceof Element)) return;
    const link = event.target.closest<HTMLAnchorElement>('a[href]');
    const isWithinPage = link?.hash && withoutHash(link.href) === withoutHash(location.href);
    if (link && !isWithinPage) event.preventDefault();
  });
  window.addEventListener('submit', (event) => event.preventDefault());
}
