/** Gives a test in Node the globals of a page; `window` has them too. */
export function page<Globals extends object>(globals: Globals): Globals {
  for (const [name, value] of Object.entries({ ...globals, window: globalThis }))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  return globals;
}
