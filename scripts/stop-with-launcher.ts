const intervalMilliseconds = 500;

/** Started by a package manager: calls `stop` when that is gone, with nobody left to press Ctrl-C. */
export function stopWithLauncher(stop: () => void): void {
  if (!process.env.npm_lifecycle_event) return;
  const launcher = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === launcher) return;
    clearInterval(timer);
    stop();
  }, intervalMilliseconds);
  timer.unref();
}
