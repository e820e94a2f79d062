import { expect } from '@playwright/test';
import { button, type Found, findInPage, header, inside, type Target } from './find-in-page.ts';
import { parsed, type Tab } from './tab.ts';

/** Finds and uses elements in a tab, and waits for them if needed. */
export class Visitor {
  readonly tab: Tab;
  readonly #origin: string;

  constructor(tab: Tab, origin: string) {
    this.tab = tab;
    this.#origin = origin;
  }

  async open(path: string): Promise<void> {
    await this.tab.goto(this.#origin + path, parsed);
  }

  async expectPath(path: string): Promise<void> {
    const look = async () => expect(await this.tab.evaluate(() => location.pathname)).toBe(path);
    await expect(look).toPass();
  }

  /** Waits for exactly one match in this state, visible unless the state says otherwise. */
  async see(target: Target, state: Partial<Found> = {}): Promise<void> {
    const expected = { count: 1, isVisible: true, ...state };
    const look = async () =>
      expect(await this.tab.evaluate(findInPage, target, false)).toMatchObject(expected);
    await expect(look, JSON.stringify(target)).toPass();
  }

  seeNo = (target: Target) => this.see(target, { count: 0, isVisible: false });

  /** Clicks the only match once it stops moving and can be clicked. */
  async click(target: Target): Promise<void> {
    let last: Found['clickable'] = null;
    const reach = async () => {
      const before = last;
      const { count, clickable } = await this.tab.evaluate(findInPage, target, true);
      last = clickable;
      expect({ count, clickable }).toEqual({ count: 1, clickable: before ?? 'not yet' });
    };
    await expect(reach, `${JSON.stringify(target)} can be clicked`).toPass();
    const { x, y } = last ?? { x: 0, y: 0 };
    await this.tab.mouse.click(x, y);
  }

  /** Clicks a target in the header; on a phone, it is in its menu. */
  async clickInHeader(target: Target): Promise<void> {
    if (await this.tab.evaluate(() => innerWidth < 768)) await this.click(button('Open menu'));
    await this.click(inside(header, target));
  }

  async fill(target: Target, text: string): Promise<void> {
    await this.click(target);
    await this.tab.evaluate(() => (document.activeElement as HTMLInputElement).select());
    await this.tab.keyboard.type(text);
  }
}
