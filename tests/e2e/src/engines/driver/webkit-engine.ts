import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from 'local-services/free-port';
import { Builder, By, Capabilities, Key as Keys, type WebDriver } from 'selenium-webdriver';
import type { WebKitPrograms } from './programs.ts';
import type { Engine, Key, Point, Tab, Visit, VisitOptions } from './tab.ts';
import { WatchedSite } from './watched-site.ts';

/** Size of the virtual screen, in px. */
const screenSize = { width: 1600, height: 1200 };

/** WebKitGTK's MiniBrowser on a virtual screen. */
export class WebKitEngine implements Engine {
  readonly title: string;
  readonly #browser: WebDriver;
  readonly #stop: () => Promise<void>;

  private constructor(browser: WebDriver, version: string, stop: () => Promise<void>) {
    this.#browser = browser;
    this.#stop = stop;
    this.title = `WebKitGTK ${version}`;
  }

  static async start(
    programs: WebKitPrograms,
    { lessMotion }: { lessMotion: boolean },
  ): Promise<WebKitEngine> {
    await using stack = new AsyncDisposableStack();
    const settings = await writeSettings(lessMotion);
    stack.defer(() => rm(settings, { recursive: true, force: true }));
    const { screen, display } = await startScreen(programs.screen);
    stack.defer(() => end(screen));
    const port = await freePort();
    const server = spawn(programs.driver, [`--port=${port}`], {
      env: {
        ...process.env,
        DISPLAY: display,
        XDG_CONFIG_HOME: settings,
        // Frames are copied through memory: without a graphics card that takes less processor time.
        WEBKIT_DISABLE_DMABUF_RENDERER: '1',
      },
      stdio: 'ignore',
    });
    stack.defer(() => end(server));
    const browser = await openSession(`http://127.0.0.1:${port}`, programs.browser);
    stack.defer(() => browser.quit());
    // A script never returns if its page is left while it runs.
    await browser.manage().setTimeouts({ script: 3000 });
    const version = (await browser.getCapabilities()).getBrowserVersion() ?? '';
    const started = stack.move();
    return new WebKitEngine(browser, version, () => started.disposeAsync());
  }

  async visit({ site, onError }: VisitOptions): Promise<Visit> {
    const browser = this.#browser;
    const watched = await WatchedSite.open(site, onError);
    const first = await browser.getWindowHandle();
    let isFirstFree = true;
    return {
      // Each visit has a new origin, so that nothing is stored or cached for it.
      origin: watched.url,
      async newTab() {
        // A second tab in the same window would stay hidden, without rendering or receiving clicks.
        if (!isFirstFree) await browser.switchTo().newWindow('window');
        isFirstFree = false;
        return new WebKitTab(browser, await browser.getWindowHandle());
      },
      async [Symbol.asyncDispose]() {
        for (const tab of await browser.getAllWindowHandles()) {
          await browser.switchTo().window(tab);
          if (tab !== first) await browser.close();
        }
        await browser.switchTo().window(first);
        await browser.get('about:blank');
        await watched[Symbol.asyncDispose]();
      },
    };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#stop();
  }
}

const keys: Record<string, string> = {
  Enter: Keys.ENTER,
  Escape: Keys.ESCAPE,
  Tab: Keys.TAB,
  Space: ' ',
  Delete: Keys.DELETE,
  ArrowUp: Keys.ARROW_UP,
  Control: Keys.CONTROL,
  Shift: Keys.SHIFT,
  A: 'a',
};

class WebKitTab implements Tab {
  readonly #browser: WebDriver;
  readonly #handle: string;

  constructor(browser: WebDriver, handle: string) {
    this.#browser = browser;
    this.#handle = handle;
  }

  async show() {
    await this.#browser.switchTo().window(this.#handle);
  }

  async goTo(address: string) {
    await this.#leave((browser) => browser.get(address));
  }

  async reload() {
    await this.#leave((browser) => browser.navigate().refresh());
  }

  async evaluate<Argument, Result>(
    work: (argument: Argument) => Result | Promise<Result>,
    argument: Argument,
  ): Promise<Result> {
    return (await this.#here()).executeScript(`return (${work})(arguments[0])`, argument);
  }

  async run(script: string) {
    await (await this.#here()).executeScript(script);
  }

  async movePointer({ x, y }: Point) {
    await (await this.#here()).actions().move({ x, y, duration: 0 }).perform();
  }

  async click({ x, y }: Point) {
    await (await this.#here()).actions().move({ x, y, duration: 0 }).click().perform();
  }

  async type(text: string) {
    await (await this.#here()).actions().sendKeys(text).perform();
  }

  async press(key: Key) {
    const pressed = key.split('+').map((name) => keys[name] ?? name);
    const actions = (await this.#here()).actions();
    for (const each of pressed) actions.keyDown(each);
    for (const each of pressed.toReversed()) actions.keyUp(each);
    await actions.perform();
  }

  async choose(selector: string, file: string) {
    await (await this.#here()).findElement(By.css(selector)).sendKeys(file);
  }

  async resize({ width, height }: { width: number; height: number }) {
    const frame = (await this.#here()).manage().window();
    // In the centre, under the screen's pointer, which gives it the focus without a window manager.
    const x = Math.round((screenSize.width - width) / 2);
    await frame.setRect({ x, y: 100, width, height });
    const toolbar = height - (await this.evaluate(() => window.innerHeight, null));
    await frame.setRect({ x, y: 100, width, height: height + toolbar });
  }

  async picture() {
    return Buffer.from(await (await this.#here()).takeScreenshot(), 'base64');
  }

  /** Leaves the document, and waits until the next one has been parsed. */
  async #leave(go: (browser: WebDriver) => Promise<void>): Promise<void> {
    const browser = await this.#here();
    await browser.executeScript('window.isToBeLeft = true');
    await go(browser);
    const isThere = "return !window.isToBeLeft && document.readyState !== 'loading'";
    const look = () => browser.executeScript(isThere).catch(() => false);
    // Sometimes the driver never answers while a page is loading; then the call is repeated.
    const tooLong = () => wait(5000).then(() => false);
    await browser.wait(() => Promise.race([look(), tooLong()]), 60_000);
  }

  /** Makes this tab the one that all further commands use. */
  async #here(): Promise<WebDriver> {
    if ((await this.#browser.getWindowHandle()) !== this.#handle) {
      await this.#browser.switchTo().window(this.#handle);
    }
    return this.#browser;
  }
}

/** Writes the settings of GTK: animations, and a toolbar that fits a phone's width. */
async function writeSettings(lessMotion: boolean): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kargo-webkit-'));
  await mkdir(join(folder, 'gtk-3.0'));
  await writeFile(
    join(folder, 'gtk-3.0/settings.ini'),
    `[Settings]\ngtk-enable-animations=${lessMotion ? 0 : 1}\n`,
  );
  await writeFile(
    join(folder, 'gtk-3.0/gtk.css'),
    '* { min-width: 0; min-height: 0; padding: 0; margin: 0; font-size: 1px; }\n',
  );
  return folder;
}

async function startScreen(program: string): Promise<{ screen: ChildProcess; display: string }> {
  const screen = spawn(
    program,
    [
      '-displayfd',
      '3',
      '-screen',
      '0',
      `${screenSize.width}x${screenSize.height}x24`,
      '-nolisten',
      'tcp',
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  const number = screen.stdio[3];
  if (!number) throw new Error('The screen has no pipe for its number');
  const [text] = await once(number, 'data');
  return { screen, display: `:${String(text).trim()}` };
}

async function openSession(server: string, binary: string): Promise<WebDriver> {
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    // With any other strategy, each command waits for a loading page, sometimes forever.
    pageLoadStrategy: 'none',
    'webkitgtk:browserOptions': { binary, args: ['--automation'] },
  });
  await waitUntilAnswered(`${server}/status`);
  return new Builder().usingServer(server).withCapabilities(capabilities).build();
}

async function waitUntilAnswered(address: string): Promise<void> {
  for (let attempts = 0; attempts < 100; attempts += 1) {
    try {
      await fetch(address);
      return;
    } catch {
      await wait(50);
    }
  }
  throw new Error(`Nobody answers at ${address}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}
