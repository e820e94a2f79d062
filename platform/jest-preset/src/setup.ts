import '@testing-library/jest-dom';
import { configure } from '@testing-library/dom';

// Waiting takes longer on a busy machine.
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

// jsdom has no layout, media or modal dialogs. Tests of rendering in Node have no window.
if (typeof HTMLElement !== 'undefined') {
  HTMLElement.prototype.getClientRects = () => [new DOMRect()] as unknown as DOMRectList;
  Element.prototype.scrollIntoView = () => undefined;
  performance.getEntriesByType = () => [];
  HTMLMediaElement.prototype.load = () => {};
  // jsdom's files have their own Blob; the global one is Node's.
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
