/** What Chakra UI and our own code use of the browser and jsdom does not have. */
class NeverObserves {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): [] {
    return [];
  }
}

const matchMedia = (media: string) => ({
  matches: false,
  media,
  onchange: null,
  addEventListener: () => {},
  removeEventListener: () => {},
  dispatchEvent: () => false,
});

Object.assign(globalThis, {
  ResizeObserver: NeverObserves,
  IntersectionObserver: NeverObserves,
  matchMedia,
  scrollTo: () => {},
});

// jsdom lays nothing out, plays nothing and knows no modal dialogs. A test may run without it, to
// prove that a screen can be rendered where there is no window.
if (typeof HTMLElement !== 'undefined') {
  HTMLElement.prototype.checkVisibility ??= () => true;
  performance.getEntriesByType = () => [];
  HTMLMediaElement.prototype.load = () => {};
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
    if (!this.open) return;
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
}
