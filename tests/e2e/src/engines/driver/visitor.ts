import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect } from '@playwright/test';
import { isHydrated } from '../../support/expect-hydrated.ts';
import { type Found, findInPage, type Target } from './find-in-page.ts';
import type { Key, Point, Tab } from './tab.ts';

const { resolve } = createRequire(import.meta.url);
const library = await readFile(
  resolve('@testing-library/dom').replace(/index\.js$/, '@testing-library/dom.umd.min.js'),
  'utf8',
);

/** Finds elements in a tab and uses them, and waits for them if needed. */
export class Visitor {
  readonly tab: Tab;
  readonly #origin: string;

  constructor(tab: Tab, origin: string) {
    this.tab = tab;
    this.#origin = origin;
  }

  async open(path: string): Promise<void> {
    await this.tab.goTo(this.#origin + path);
  }

  /** Waits until the page is hydrated: before that, a link loads a new document. */
  async expectHydrated(): Promise<void> {
    await expect.poll(() => this.tab.evaluate(isHydrated, null)).toBe(true);
  }

  /** Goes back by this many entries of the history; a negative number goes forward. */
  async back(entries = 1): Promise<void> {
    // With a timer: otherwise the page would be gone before the call has returned.
    await this.tab.evaluate((entries) => void setTimeout(() => history.go(-entries)), entries);
  }

  /** Path, query and hash of the address. */
  address(): Promise<string> {
    return this.tab.evaluate(() => location.href.slice(location.origin.length), null);
  }

  async expectAddress(address: string): Promise<void> {
    await expect(async () => expect(await this.address()).toBe(address)).toPass();
  }

  async find(target: Target, bringIntoView = false): Promise<Found> {
    const request = { target, bringIntoView };
    const found = await this.tab.evaluate(findInPage, request);
    if (found) return found;
    await this.tab.run(library);
    const again = await this.tab.evaluate(findInPage, request);
    if (!again) throw new Error('Another page came up in between');
    return again;
  }

  /** Waits until exactly one match is there and visible. */
  async see(target: Target): Promise<void> {
    await this.expect(target, { count: 1, isVisible: true });
  }

  async seeNo(target: Target): Promise<void> {
    await expect(async () => expect((await this.find(target)).isVisible).toBe(false)).toPass();
  }

  /** Waits until the target is in this state. */
  async expect(target: Target, expected: Partial<Found>): Promise<void> {
    await expect(async () => expect(await this.find(target)).toMatchObject(expected), {
      message: JSON.stringify(target),
    }).toPass();
  }

  async click(target: Target): Promise<void> {
    await this.tab.click(await this.#reach(target));
  }

  async hover(target: Target): Promise<void> {
    await this.tab.movePointer(await this.#reach(target));
  }

  /** Replaces the text of a field. */
  async fill(target: Target, text: string): Promise<void> {
    await this.click(target);
    await this.tab.press('Control+A');
    await (text ? this.tab.type(text) : this.tab.press('Delete'));
  }

  /** Presses a key until a target has the focus. */
  async keyTo(target: Target, key: Key = 'Tab'): Promise<void> {
    for (let presses = 0; presses < 60; presses += 1) {
      if ((await this.find(target)).isFocused) return;
      await this.tab.press(key);
    }
    await this.expect(target, { isFocused: true });
  }

  /** Waits for one target that stands still and can be clicked; returns its place. */
  async #reach(target: Target): Promise<Point> {
    let last: Point | null = null;
    await expect(
      async () => {
        const before = last;
        const { count, clickable } = await this.find(target, true);
        last = clickable;
        expect({ count, clickable }).toEqual({ count: 1, clickable: before ?? 'not yet' });
      },
      `${JSON.stringify(target)} can be clicked`,
    ).toPass();
    return last ?? { x: 0, y: 0 };
  }
}
