import type { Page } from 'puppeteer-core';

/** The part of Puppeteer's `Page` that WebKitGTK's driver also supports. */
export interface Tab {
  goto(address: string, until: typeof parsed): Promise<unknown>;
  reload(until: typeof parsed): Promise<unknown>;
  evaluate: Page['evaluate'];
  mouse: { click(x: number, y: number): Promise<void> };
  keyboard: { type(text: string): Promise<void>; press(key: 'Enter' | 'Escape'): Promise<void> };
  $(fileInput: string): Promise<{ uploadFile(path: string): Promise<void> } | null>;
  screenshot(to: { path: `${string}.png` }): Promise<unknown>;
  close(): Promise<void>;
}

/** A page has arrived when its document is parsed. */
export const parsed = { waitUntil: 'domcontentloaded' } as const;

export interface Engine {
  /** The previous page must be closed first. */
  newPage(): Promise<Tab>;
  close(): Promise<void>;
}
