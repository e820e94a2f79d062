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

/** A browser tab, with the actions that every engine supports. */
export interface Tab {
  /** Brings the tab to the front. */
  show(): Promise<void>;
  /** Resolves once the document is parsed. */
  goTo(address: string): Promise<void>;
  reload(): Promise<void>;
  /** Runs a function in the page. Its argument and result have to fit into JSON. */
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
  /** Puts a file of this machine into the only file input that matches the selector. */
  choose(selector: string, file: string): Promise<void>;
  /** Sets the viewport, in CSS px. */
  resize(size: { width: number; height: number }): Promise<void>;
  /** Screenshot of the viewport, as PNG. */
  picture(): Promise<Buffer>;
}

export interface VisitOptions {
  /** Origin of the site to visit. */
  site: string;
  /** Called with each console error, uncaught error and policy violation. */
  onError: (text: string) => void;
}

/** A fresh browser profile: nothing stored, nothing cached. */
export interface Visit extends AsyncDisposable {
  /** Origin of the site in this visit. */
  origin: string;
  newTab(): Promise<Tab>;
}

export interface Engine extends AsyncDisposable {
  /** Name and version, such as `Firefox 153.7`. */
  title: string;
  visit(options: VisitOptions): Promise<Visit>;
}
