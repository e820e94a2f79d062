/** Runs in each page before its own scripts: records timers by app. */
export function watchTimers(runningApp: () => string) {
  const timers = new Map<number, { app: string; kind: string; delay: number; run(): void }>();
  const { setTimeout, clearTimeout, setInterval } = window;
  const { requestAnimationFrame, cancelAnimationFrame } = window;
  /** Ends both kinds of timers, as the browser's own functions do. */
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
      // `runAtOnce` must not run it: it keeps running by itself.
      timers.set(id, { app: runningApp(), kind: 'interval', delay: 0, run: () => {} });
      return id;
    },
    clearTimeout: clear,
    clearInterval: clear,
    requestAnimationFrame(handler: FrameRequestCallback) {
      const id = requestAnimationFrame((time) => {
        timers.delete(-id);
        handler(time);
      });
      timers.set(-id, { app: runningApp(), kind: 'animation frame', delay: 0, run: () => {} });
      return id;
    },
    cancelAnimationFrame(id: number) {
      timers.delete(-id);
      cancelAnimationFrame(id);
    },
  });

  return {
    running: (app: string): string[] =>
      [...timers.values()].filter((it) => it.app === app).map(({ kind }) => kind),
    /** Runs an app's timers now that are due later than this. */
    runAtOnce(app: string, laterMs: number): void {
      for (const [id, timer] of timers) {
        if (timer.app !== app || timer.delay < laterMs) continue;
        window.clearTimeout(id);
        window.setTimeout(timer.run);
      }
    },
  };
}
