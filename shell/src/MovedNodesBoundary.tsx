import { Component, Fragment, type ReactNode } from 'react';
import { holdEntries } from './entries.ts';

interface BoundaryProps {
  /** The content is drawn again at most once per place. */
  place: string;
  /** Shown after a second error. Without it, the error goes to the boundary above. */
  message?: (tryAgain: () => void) => ReactNode;
  children: ReactNode;
}

interface BoundaryState {
  caught: { error: unknown } | null;
  /** The place where the content was drawn again. */
  drawnAgainAt: string | null;
  count: number;
}

/**
 * Draws its content again, once, when React could not update it because something else, such as the
 * browser's translator, had moved its nodes. Typed values stay. Other errors go to the boundary
 * above.
 */
export class MovedNodesBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { caught: null, drawnAgainAt: null, count: 0 };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { caught: { error } };
  }

  override getSnapshotBeforeUpdate(): null {
    if (this.state.caught) holdEntries();
    return null;
  }

  override componentDidCatch(error: unknown): void {
    console.warn('The nodes of the page were moved:', error);
    const { place } = this.props;
    if (this.state.drawnAgainAt !== place) this.#drawAgain(place);
  }

  // React requires this alongside `getSnapshotBeforeUpdate`.
  override componentDidUpdate(): void {}

  #drawAgain(drawnAgainAt: string | null): void {
    this.setState(({ count }) => ({ caught: null, drawnAgainAt, count: count + 1 }));
  }

  override render(): ReactNode {
    const { caught, drawnAgainAt, count } = this.state;
    const { place, message, children } = this.props;
    if (!caught) return <Fragment key={count}>{children}</Fragment>;
    if (!areNodesMoved(caught.error)) throw caught.error;
    if (drawnAgainAt !== place) return null;
    if (!message) throw caught.error;
    return message(() => this.#drawAgain(null));
  }
}

/** Whether `insertBefore` or `removeChild` did not find a node where React had put it. */
const areNodesMoved = (error: unknown) =>
  error instanceof DOMException && error.name === 'NotFoundError';
