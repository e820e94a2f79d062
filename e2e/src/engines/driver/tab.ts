/** A place in the window, in CSS px from its upper left corner. */
export interface Point {
  x: number;
  y: number;
}

/** A key by its name in `KeyboardEvent.key`, with those held down. */
export type Key =
  | 'Enter'
  | 'Escape'
  | 'Tab'
  | 'Shift+Tab'
  | 'Space'
  | 'Delete'
  | 'ArrowUp'
  | 'Control+A';

/** One tab of a browser: what every engine can do, in the words of its own protocol. */
export interface Tab {
  /** Goes to an address; returns once the document has been read, whatever it still loads. */
  goTo(address: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  forward(): Promise<void>;
  /** Runs a function in the page. What it takes and returns has to fit into JSON. */
  evaluate<Argument, Result>(
    work: (argument: Argument) => Result | Promise<Result>,
    argument: Argument,
  ): Promise<Result>;
  /** Runs a classic script in the page. */
  run(script: string): Promise<void>;
  movePointer(to: Point): Promise<void>;
  click(at: Point): Promise<void>;
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** Has the only file input that this selector finds take a file of this machine. */
  choose(selector: string, file: string): Promise<void>;
  /** Makes the page this large, in CSS px. */
  resize(size: { width: number; height: number }): Promise<void>;
  /** What can be seen of the page, as PNG. */
  picture(): Promise<Buffer>;
}

export interface VisitOptions {
  /** Origin of the site to visit. */
  site: string;
  /** Is told of each error in the console, uncaught error and breach of the security policy. */
  onError: (text: string) => void;
}

/** Somebody who was never there before: nothing stored, nothing cached. */
export interface Visit extends AsyncDisposable {
  /** Origin under which this visit sees the site. */
  origin: string;
  newTab(): Promise<Tab>;
}

/** A running browser. */
export interface Engine extends AsyncDisposable {
  /** Name and version, such as `Firefox 153.7`. */
  title: string;
  visit(options: VisitOptions): Promise<Visit>;
}
