import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A page of a headless Chromium, driven over its debugging protocol. */
export interface BrowserPage {
  /** Sends a command of the protocol and waits for its answer. */
  send<Answer = unknown>(method: string, params?: object): Promise<Answer>;
  close(): Promise<void>;
}

/**
 * Starts the Chromium that `CHROMIUM` names, or the one that is found as `chromium`, with one empty
 * page of the given size.
 */
export async function openBrowser(width: number, height: number): Promise<BrowserPage> {
  const profile = await mkdtemp(join(tmpdir(), 'kargo-film-'));
  const browser = spawn(
    process.env.CHROMIUM ?? 'chromium',
    [
      '--headless=new',
      '--no-sandbox',
      '--hide-scrollbars',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      `--window-size=${width},${height}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const origin = await debuggingOrigin(browser);
  const targets = (await (await fetch(`${origin}/json`)).json()) as Target[];
  const target = targets.find(({ type }) => type === 'page');
  if (!target) throw new Error('Chromium has no page');
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  const page = connect(socket);
  await page.send('Emulation.setDeviceMetricsOverride', {
    width,
    height,
    deviceScaleFactor: 1,
    mobile: false,
  });
  return {
    send: page.send,
    close: async () => {
      socket.close();
      browser.kill();
      await new Promise((resolve) => browser.once('exit', resolve));
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

interface Target {
  type: string;
  webSocketDebuggerUrl: string;
}

function debuggingOrigin(browser: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    browser.once('error', reject);
    browser.stderr?.on('data', (data: Buffer) => {
      const origin = /ws:\/\/(127\.0\.0\.1:\d+)/.exec(data.toString())?.[1];
      if (origin) resolve(`http://${origin}`);
    });
  });
}

function connect(socket: WebSocket): Pick<BrowserPage, 'send'> {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let last = 0;
  socket.onmessage = ({ data }) => {
    const { id, result, error } = JSON.parse(data);
    if (error) waiting.get(id)?.reject(new Error(error.message));
    else waiting.get(id)?.resolve(result);
    waiting.delete(id);
  };
  return {
    send<Answer>(method: string, params = {}) {
      last += 1;
      const answer = Promise.withResolvers<unknown>();
      waiting.set(last, answer);
      socket.send(JSON.stringify({ id: last, method, params }));
      return answer.promise as Promise<Answer>;
    },
  };
}
