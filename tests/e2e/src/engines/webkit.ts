import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Viewport } from 'puppeteer-core';
import { Builder, By, Capabilities, Key, type WebDriver } from 'selenium-webdriver';
import { ServiceBuilder } from 'selenium-webdriver/safari.js';
import { programPath } from './programs.ts';
import type { Engine, Tab } from './tab.ts';

/** Starts WebKitGTK's MiniBrowser on a virtual screen. */
export async function startWebKit(viewport: Viewport): Promise<Engine> {
  await using stack = new AsyncDisposableStack();
  const size = '1600x1200x24';
  const screen = spawn(programPath('XVFB_PATH'), ['-displayfd', '1', '-screen', '0', size]);
  stack.defer(() => void screen.kill());
  const [display] = await once(screen.stdout, 'data');
  const builder = new ServiceBuilder(programPath('WEBKIT_DRIVER_PATH')).setEnvironment({
    ...process.env,
    DISPLAY: `:${String(display).trim()}`,
    // With this theme of GTK, the window fits a phone's width.
    GTK_THEME: 'bare',
    XDG_DATA_DIRS: `${import.meta.dirname}/gtk:/usr/local/share:/usr/share`,
    // Without a graphics card, copying frames through memory takes less processor time.
    WEBKIT_DISABLE_DMABUF_RENDERER: '1',
  });
  const service = builder.build();
  stack.defer(() => service.kill());
  const capabilities = new Capabilities({
    // With any other strategy, each command waits for a loading page, sometimes forever.
    pageLoadStrategy: 'none',
    // A script never returns if its page is left before that.
    timeouts: { script: 3000 },
    'webkitgtk:browserOptions': { binary: programPath('WEBKIT_PATH'), args: ['--automation'] },
  }).setBrowserName('MiniBrowser');
  const server = await service.start();
  const browser = await new Builder().usingServer(server).withCapabilities(capabilities).build();
  stack.defer(() => browser.quit());
  // In the centre, where the pointer gives it the focus without a window manager.
  await browser
    .manage()
    .window()
    .setRect({ x: 800 - viewport.width / 2, y: 100, ...viewport });
  const started = stack.move();
  return { newPage: async () => tabOf(browser), close: () => started.disposeAsync() };
}

/** The only tab: another one would stay hidden in the same window, without rendering. */
function tabOf(browser: WebDriver): Tab {
  const type = (text: string) => browser.actions().sendKeys(text).perform();
  return {
    goto: (address) => leave(browser, () => browser.get(address)),
    reload: () => leave(browser, () => browser.navigate().refresh()),
    evaluate: (work, ...values) =>
      browser.executeScript(`return (${work})(...arguments)`, ...values),
    mouse: { click: (x, y) => browser.actions().move({ x, y, duration: 0 }).click().perform() },
    keyboard: { type, press: (key) => type({ Enter: Key.ENTER, Escape: Key.ESCAPE }[key]) },
    async $(selector) {
      const input = await browser.findElement(By.css(selector));
      return { uploadFile: (path) => input.sendKeys(path) };
    },
    screenshot: async ({ path }) => writeFile(path, await browser.takeScreenshot(), 'base64'),
    close: () => leave(browser, () => browser.get('about:blank')),
  };
}

/** Leaves the document and waits until the next one is parsed. */
async function leave(browser: WebDriver, go: () => Promise<void>): Promise<void> {
  await browser.executeScript('window.isToBeLeft = true');
  await go();
  const isThere = "return !window.isToBeLeft && document.readyState !== 'loading'";
  const look = () => browser.executeScript(isThere).catch(() => false);
  // Sometimes the driver never answers while a page loads; then this asks again.
  await browser.wait(() => Promise.race([look(), wait(5000, false)]), 60_000);
}
