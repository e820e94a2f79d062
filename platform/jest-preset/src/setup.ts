import '@testing-library/jest-dom';
import { configure } from '@testing-library/dom';

// A busy machine takes longer.
configure({ asyncUtilTimeout: 5000 });

/** Browser features that jsdom lacks. */
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

// jsdom has no layout, media or modal dialogs. Tests that render in Node have no window.
if (typeof HTMLElement !== 'undefined') {
  HTMLElement.prototype.getClientRects = () => [new DOMRect()] as unknown as DOMRectList;
  Element.prototype.scrollIntoView = () => undefined;
  performance.getEntriesByType = () => [];
  HTMLMediaElement.prototype.load = () => {};
  // jsdom's files extend its own Blob; the global Blob is Node's.
  const blob: Blob = Object.getPrototypeOf(File.prototype);
  blob.arrayBuffer ??= function (this: Blob) {
    return new Promise((resolve, reject) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result as ArrayBuffer);
      reader.onerror = () => reject(reader.error);
      reader.readAsArrayBuffer(this);
    });
  };
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
    if (!this.open) return;
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
}
