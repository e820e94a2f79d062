import { Component, Fragment, type ReactNode } from 'react';
import { holdEntries } from './entries.ts';

interface MovedNodesBoundaryProps {
  /** At another place it is drawn anew once more. */
  place: string;
  /** Shown at the second error; without it the error goes on to the boundary above. */
  message?: (tryAgain: () => void) => ReactNode;
  children: ReactNode;
}

interface MovedNodesBoundaryState {
  caught: { error: unknown } | null;
  /** The place at which what is inside was drawn anew. */
  drawnAnewAt: string | null;
  count: number;
}

/**
 * Draws what is inside anew, once, when React could not change it because something else had moved its nodes, such
 * as the browser's translator. What was typed stays. Other errors go on to the boundary above.
 */
export class MovedNodesBoundary extends Component<
  MovedNodesBoundaryProps,
  MovedNodesBoundaryState
> {
  override state: MovedNodesBoundaryState = { caught: null, drawnAnewAt: null, count: 0 };

  static getDerivedStateFromError(error: unknown): Partial<MovedNodesBoundaryState> {
    return { caught: { error } };
  }

  override getSnapshotBeforeUpdate(): null {
    if (this.state.caught) holdEntries();
    return null;
  }

  override componentDidCatch(error: unknown): void {
    console.warn('The nodes of the page were moved:', error);
    if (!this.#wasDrawnAnew()) this.#drawAnew(this.props.place);
  }

  // React asks for it, beside `getSnapshotBeforeUpdate`.
  override componentDidUpdate(): void {}

  #wasDrawnAnew(): boolean {
    return this.state.drawnAnewAt === this.props.place;
  }

  #drawAnew(drawnAnewAt: string | null): void {
    this.setState(({ count }) => ({ caught: null, drawnAnewAt, count: count + 1 }));
  }

  override render(): ReactNode {
    const { caught, count } = this.state;
    const { message, children } = this.props;
    if (!caught) return <Fragment key={count}>{children}</Fragment>;
    if (!areNodesMoved(caught.error)) throw caught.error;
    if (!this.#wasDrawnAnew()) return null;
    if (!message) throw caught.error;
    return message(() => this.#drawAnew(null));
  }
}

/** Whether `insertBefore` or `removeChild` did not find a node where React had put it. */
const areNodesMoved = (error: unknown) =>
  error instanceof DOMException && error.name === 'NotFoundError';
