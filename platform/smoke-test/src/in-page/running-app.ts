/** Runs in the page: returns the app whose code is running, or an empty text. */
export function runningApp(): string {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 50;
  const stack = new Error().stack ?? '';
  Error.stackTraceLimit = limit;
  return /\/releases\/([a-z][a-z0-9-]*)\//.exec(stack)?.[1] ?? '';
}
