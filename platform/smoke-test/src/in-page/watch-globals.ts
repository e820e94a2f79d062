/** Runs in each page before its own scripts, and records the browser's names and functions. */
export function watchGlobals() {
  const names = Object.getOwnPropertyNames(window);
  const objects = { document, history, location, navigator, performance };
  const functions = functionsOfBrowser();

  return {
    added(): string[] {
      const added = Object.getOwnPropertyNames(window).filter((name) => !names.includes(name));
      // These depend on which builds have loaded something.
      return added.filter((name) => !name.startsWith('kargoChunks_'));
    },
    replaced: (): string[] =>
      [...functionsOfBrowser()]
        .filter(([name, it]) =>
          functions.has(name) ? functions.get(name) !== it : (name.split('.')[0] ?? '') in objects,
        )
        .map(([name]) => name),
  };

  /** Returns the browser's functions and getters by name, such as `Array.prototype.map`. */
  function functionsOfBrowser(): Map<string, unknown> {
    const found = new Map<string, unknown>();
    const add = (owner: object, prefix: string) => {
      for (const key of Reflect.ownKeys(owner)) {
        const { value, get } = Object.getOwnPropertyDescriptor(owner, key) ?? {};
        // For an emulated phone, Chromium adds or removes `ontouchstart` and the like.
        if (String(key).startsWith('ontouch')) continue;
        // Other values are counters or settings, such as `RegExp.$1`.
        if (typeof value === 'function' || get) found.set(prefix + String(key), get ?? value);
      }
    };
    add(window, '');
    for (const name of names) {
      const value: unknown = Object.getOwnPropertyDescriptor(window, name)?.value;
      const isNamespace = ['JSON', 'Math', 'Reflect', 'Intl', 'console', 'CSS'].includes(name);
      if (typeof value !== 'function' && !isNamespace) continue;
      const { prototype } = value as { prototype?: object };
      add(value as object, `${name}.`);
      if (prototype) add(prototype, `${name}.prototype.`);
    }
    for (const [name, object] of Object.entries(objects)) add(object, `${name}.`);
    return found;
  }
}
