import type { StyleWatcher } from './watch-styles.ts';

/** What a page has, each as a text such as `listener click on document`; equal ones are repeated. */
export interface Traces {
  /** Names of the page's globals that the browser does not have itself. */
  globals: string[];
  /** Functions of the browser that were replaced, such as `Array.prototype.map`. */
  replaced: string[];
  /** Keys that are stored: `localStorage`, `sessionStorage`, cookies, databases and caches. */
  stored: string[];
  /** Styles that the app brought and that apply to something outside of its screen, one property each. */
  styles: string[];
  /** Timers, and listeners on what is outside of its screen, that the app's code has set. */
  running: string[];
  /** Attributes of the page and of what is around the screen, one class or style each. */
  attributes: string[];
  /** What a person cannot do any more. */
  impossible: string[];
}

/** What `watchPage` leaves in the page, under `watcherKey`. */
export interface Watcher extends StyleWatcher {
  /** @param app the app whose screen and code are looked at */
  traces(app: string): Promise<Omit<Traces, 'impossible'>>;
  /** Calls at once what the app would do later than in a second. */
  runTimersOf(app: string): void;
  /** Duration of the longest task since the page was opened, in milliseconds. */
  longestTask(): number;
}

/** Found with `Symbol.for`, so that it is no global name. */
export const watcherKey = 'kargo smoke test';

/**
 * Runs in each page before its own scripts, and records what they change. The stack tells which app's code sets
 * a timer or a listener.
 */
export function watchPage(key: string, runningApp: () => string, styles: StyleWatcher): void {
  interface Member {
    owner: object;
    key: PropertyKey;
    value: unknown;
    get: unknown;
  }
  const timers = new Map<number, { app: string; kind: string; delay: number; run(): void }>();
  const listeners = new WeakMap<
    EventTarget,
    { app: string; type: string; listener: unknown; isCapturing: boolean }[]
  >();
  let longestTask = 0;
  watchTimers();
  watchListeners();
  const objects = { document, history, location, navigator, performance };
  const members = membersOfBrowser();
  const names = new Set(Object.getOwnPropertyNames(window));
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longestTask = Math.max(longestTask, duration);
  }).observe({ type: 'longtask', buffered: true });

  const watcher: Watcher = {
    ...styles,
    async traces(app) {
      const isOfApp = (it: { app: string }) => it.app === app;
      const elements = document.querySelectorAll(`:not([data-remote="${app}"] *)`);
      const around = [window, document, ...elements];
      return {
        globals: globalNames(),
        replaced: replacedFunctions(),
        stored: await storedKeys(),
        styles: styles.outside(app),
        running: [
          ...[...timers.values()].filter(isOfApp).map(({ kind }) => kind),
          ...around.flatMap((it) => {
            const left = listeners.get(it)?.filter(isOfApp) ?? [];
            return left.map(({ type }) => `listener ${type} on ${nameOf(it)}`);
          }),
        ],
        attributes: attributesAround(),
      };
    },
    runTimersOf(app) {
      for (const [id, timer] of timers) {
        if (timer.app !== app || timer.delay < 1000) continue;
        window.clearTimeout(id);
        window.setTimeout(timer.run);
      }
    },
    longestTask: () => longestTask,
  };
  Object.defineProperty(window, Symbol.for(key), { value: watcher });

  function watchTimers(): void {
    const { setTimeout, clearTimeout, setInterval } = window;
    /** Ends timers of both kinds, as the browser's own functions do. */
    const clear = (id: number) => {
      timers.delete(id);
      clearTimeout(id);
    };
    Object.assign(window, {
      setTimeout(handler: () => void, delay = 0, ...parameters: []) {
        const run = () => {
          timers.delete(id);
          handler.apply(window, parameters);
        };
        const id = setTimeout(run, delay);
        timers.set(id, { app: runningApp(), kind: 'timeout', delay, run });
        return id;
      },
      setInterval(...parameters: Parameters<typeof setInterval>) {
        const id = setInterval(...parameters);
        // Never run at once: it runs by itself.
        timers.set(id, { app: runningApp(), kind: 'interval', delay: 0, run: () => {} });
        return id;
      },
      clearTimeout: clear,
      clearInterval: clear,
    });
  }

  function watchListeners(): void {
    const isCapture = (options: unknown) =>
      options === true || (options as AddEventListenerOptions | undefined)?.capture === true;
    const { addEventListener, removeEventListener } = EventTarget.prototype;
    const forget = (target: EventTarget, type: string, listener: unknown, isCapturing: boolean) => {
      const others = (listeners.get(target) ?? []).filter(
        (it) => it.type !== type || it.listener !== listener || it.isCapturing !== isCapturing,
      );
      listeners.set(target, others);
      return others;
    };
    EventTarget.prototype.addEventListener = function (type, listener, options) {
      const target = this ?? window;
      const { once, signal } = typeof options === 'object' ? options : {};
      const isWatched = target === window || target instanceof Node;
      if (isWatched && listener && !once && !signal?.aborted) {
        const isCapturing = isCapture(options);
        const others = forget(target, type, listener, isCapturing);
        others.push({ app: runningApp(), type, listener, isCapturing });
        if (signal) {
          const end = () => forget(target, type, listener, isCapturing);
          addEventListener.call(signal, 'abort', end, { once: true });
        }
      }
      addEventListener.call(target, type, listener, options);
    };
    EventTarget.prototype.removeEventListener = function (type, listener, options) {
      const target = this ?? window;
      forget(target, type, listener, isCapture(options));
      removeEventListener.call(target, type, listener, options);
    };
  }

  /** Returns the browser's functions, and the members of its classes and objects, by name. */
  function membersOfBrowser(): Map<string, Member> {
    const named = Object.getOwnPropertyNames(window).flatMap((name) => {
      const value: unknown = Object.getOwnPropertyDescriptor(window, name)?.value;
      const isNamespace = ['JSON', 'Math', 'Reflect', 'Intl', 'console', 'CSS'].includes(name);
      if (typeof value !== 'function' && !isNamespace) return [];
      const { prototype } = value as { prototype?: object };
      return [
        ...memberAt(window, name, name),
        ...membersOf(value as object, name),
        ...(prototype ? membersOf(prototype, `${name}.prototype`) : []),
      ];
    });
    return new Map([...named, ...membersOfObjects()]);
  }

  function membersOfObjects(): [string, Member][] {
    return Object.entries(objects).flatMap(([name, object]) => membersOf(object, name));
  }

  function membersOf(owner: object, prefix: string): [string, Member][] {
    // Chromium takes `ontouchstart` and its like away, or brings them, while a phone is emulated.
    const keys = Reflect.ownKeys(owner).filter((key) => !String(key).startsWith('ontouch'));
    return keys.flatMap((key) => memberAt(owner, key, `${prefix}.${String(key)}`));
  }

  function memberAt(owner: object, key: PropertyKey, name: string): [string, Member][] {
    const { value, get } = Object.getOwnPropertyDescriptor(owner, key) ?? {};
    // A value that is no function is a counter or a setting, such as `RegExp.$1`.
    return typeof value === 'function' || get ? [[name, { owner, key, value, get }]] : [];
  }

  /** Returns the functions that are not the browser's any more, and those that hide one of the browser's. */
  function replacedFunctions(): string[] {
    const replaced = [...members].filter(([, { owner, key, value, get }]) => {
      const now = Object.getOwnPropertyDescriptor(owner, key);
      return now?.value !== value || now?.get !== get;
    });
    const added = membersOfObjects().filter(([name]) => !members.has(name));
    return [...replaced, ...added].map(([name]) => name);
  }

  function nameOf(target: unknown): string {
    if (target === window) return 'window';
    if (!(target instanceof Element)) return 'document';
    return target.localName + (target.id && `#${target.id}`);
  }

  function attributesAround(): string[] {
    const found: string[] = [];
    for (let it = document.querySelector('main')?.parentElement; it; it = it.parentElement)
      for (const { name, value } of it.attributes)
        for (const part of value.split(name === 'style' ? /; */ : ' '))
          if (part || name !== 'style') found.push(`${nameOf(it)} ${name}="${part}"`);
    return found;
  }

  function globalNames(): string[] {
    const added = Object.getOwnPropertyNames(window).filter((name) => !names.has(name));
    // Which builds have loaded something by now differs from one time to the next.
    return added.filter((name) => !name.startsWith('kargoChunks_'));
  }

  async function storedKeys(): Promise<string[]> {
    const databases = await indexedDB.databases();
    const cacheNames = 'caches' in window ? await caches.keys() : [];
    const workers = (await navigator.serviceWorker?.getRegistrations()) ?? [];
    const cookies = document.cookie.split(/; */).filter(Boolean);
    const cookieNames = cookies.map((cookie) => cookie.split('=')[0]);
    return [
      ...Object.keys(localStorage).map((name) => `localStorage ${name}`),
      ...Object.keys(sessionStorage).map((name) => `sessionStorage ${name}`),
      // The API client gets that one with the first form that is sent, whichever screen has it.
      ...cookieNames.filter((name) => name !== 'XSRF-TOKEN').map((name) => `cookie ${name}`),
      ...databases.map(({ name }) => `database ${name}`),
      ...cacheNames.map((name) => `cache ${name}`),
      ...workers.map(
        ({ active, scope }) => `service worker ${new URL(active?.scriptURL ?? scope).pathname}`,
      ),
    ];
  }
}
