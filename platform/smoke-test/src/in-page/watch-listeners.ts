/** Runs in each page before its own scripts: records listeners and observers by app. */
export function watchListeners(runningApp: () => string) {
  const listeners = new WeakMap<
    EventTarget,
    { app: string; type: string; listener: unknown; isCapturing: boolean }[]
  >();
  /** The watched targets that are not elements. */
  const lasting = new Set<EventTarget>([window]);
  const isCapture = (options: unknown) =>
    options === true || (options as AddEventListenerOptions | undefined)?.capture === true;
  const forget = (target: EventTarget, type: string, listener: unknown, isCapturing: boolean) => {
    const others = (listeners.get(target) ?? []).filter(
      (it) => it.type !== type || it.listener !== listener || it.isCapturing !== isCapturing,
    );
    listeners.set(target, others);
    return others;
  };
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    const target = this ?? window;
    const { once, signal } = typeof options === 'object' ? options : {};
    if (target instanceof MediaQueryList || target === visualViewport) lasting.add(target);
    const isWatched = target instanceof Node || lasting.has(target);
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

  const targets = new WeakMap<object, Node[]>();
  for (const { name, prototype } of [MutationObserver, ResizeObserver, IntersectionObserver]) {
    const { observe, disconnect, unobserve } = prototype as ResizeObserver;
    Object.assign(prototype, {
      observe(this: object, target: Element, options: ResizeObserverOptions) {
        observe.call(this, target, options);
        const observer = { app: runningApp(), type: name, listener: this, isCapturing: false };
        forget(target, name, this, false).push(observer);
        targets.set(this, [...(targets.get(this) ?? []), target]);
      },
      disconnect(this: object) {
        disconnect.call(this);
        for (const target of targets.get(this) ?? []) forget(target, name, this, false);
        targets.delete(this);
      },
      ...(unobserve && {
        unobserve(this: object, target: Element) {
          unobserve.call(this, target);
          forget(target, name, this, false);
        },
      }),
    });
  }

  return {
    /** Returns an app's listeners outside its screen, such as `listener click on document`. */
    running(app: string): string[] {
      const elements = document.querySelectorAll(`:not([data-remote="${app}"] *)`);
      const handlers = Object.entries(window).filter(([name, it]) => /^on/.test(name) && it);
      const left = [...lasting, document, ...elements].flatMap((target) => {
        const left = listeners.get(target)?.filter((it) => it.app === app) ?? [];
        return left.map(
          ({ type }) =>
            `${type.endsWith('Observer') ? '' : 'listener '}${type} on ${nameOf(target)}`,
        );
      });
      return [...left, ...handlers.map(([name]) => `window.${name}`)];
    },
  };

  function nameOf(target: EventTarget): string {
    if (target === window) return 'window';
    if (target instanceof Element) return target.localName;
    return target === document ? 'document' : target.constructor.name;
  }
}
