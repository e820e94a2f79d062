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
