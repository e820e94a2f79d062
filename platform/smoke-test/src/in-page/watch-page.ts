import { watchControls } from './watch-controls.ts';
import { watchGlobals } from './watch-globals.ts';
import { watchListeners } from './watch-listeners.ts';
import { watchStyles } from './watch-styles.ts';
import { watchTimers } from './watch-timers.ts';

/** A page's parts, as texts such as `listener click on document`; equal ones are repeated. */
export interface Leftovers {
  globals: string[];
  /** Replaced functions of the browser, such as `Array.prototype.map`. */
  replaced: string[];
  /** The app's styles that apply outside its screen, one property each. */
  styles: string[];
  /** The app's timers, and its listeners on anything outside its screen. */
  running: string[];
  /** Attributes of the page and of elements around the screen, one class or style each. */
  attributes: string[];
}

/** In order: `globals` counts what the others replace as the browser's own. */
const watchers = {
  controls: watchControls,
  timers: watchTimers,
  listeners: watchListeners,
  styles: watchStyles,
  globals: watchGlobals,
};
type Watchers = { [Name in keyof typeof watchers]: ReturnType<(typeof watchers)[Name]> };

/** The object that `watchPage` leaves in the page, under `watcherKey`. */
export type Watcher = ReturnType<typeof watchPage>;

/** A key for `Symbol.for`, so that it is not a global name. */
export const watcherKey = 'kargo smoke test';

/** A script that must run in each page before its own scripts. */
export function watchScript(): string {
  const started = Object.entries(watchers).map(([name, it]) => `${name}: (${it})(${runningApp})`);
  return `(${watchPage})('${watcherKey}', { ${started} });`;
}

/** Runs in the page: returns the app whose code is running, or `''`. */
function runningApp(): string {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 50;
  const stack = new Error().stack ?? '';
  Error.stackTraceLimit = limit;
  return /\/releases\/([a-z][a-z0-9-]*)\//.exec(stack)?.[1] ?? '';
}

/** Runs in the page: leaves an object that says what the page has. */
function watchPage(key: string, watchers: Watchers) {
  let longestTask = 0;
  const note = (tasks: PerformanceEntryList) => {
    for (const { duration } of tasks) longestTask = Math.max(longestTask, duration);
  };
  const tasks = new PerformanceObserver((list) => note(list.getEntries()));
  tasks.observe({ type: 'longtask', buffered: true });
  const text = () => document.querySelector('main')?.textContent ?? '';
  let before = '';
  const keepText = () => {
    before = text();
  };
  // Before the first script that is not inline.
  document.addEventListener('readystatechange', keepText, { once: true });

  const watcher = {
    ...watchers,
    /** @param app whose screen and code to examine */
    leftovers(app: string): Leftovers {
      const { timers, listeners, styles, globals } = watchers;
      return {
        globals: globals.added(),
        replaced: globals.replaced(),
        styles: styles.outside(app),
        running: [...timers.running(app), ...listeners.running(app)],
        attributes: attributesAround(),
      };
    },
    /** Milliseconds of the longest task since the page opened, or since `startTask`. */
    longestTask() {
      note(tasks.takeRecords());
      return longestTask;
    },
    startTask(): void {
      tasks.takeRecords();
      longestTask = 0;
    },
    /** Returns where the text first differs from the server's, in both versions. */
    changedText(): string {
      const after = text();
      const at = [...after].findIndex((letter, index) => letter !== before[index]);
      const [was, is] = [before, after].map((it) => it.slice(Math.max(0, at - 20), at + 30));
      return `"${was}" from the server, "${is}" in the browser`;
    },
  };
  Object.defineProperty(window, Symbol.for(key), { value: watcher });
  return watcher;

  function attributesAround(): string[] {
    const found: string[] = [];
    for (let it = document.querySelector('main')?.parentElement; it; it = it.parentElement)
      for (const { name, value } of it.attributes)
        for (const part of value.split(name === 'style' ? /; */ : ' '))
          if (part || name !== 'style') found.push(`${it.localName} ${name}="${part}"`);
    return found;
  }
}
