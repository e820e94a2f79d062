import { Component, Fragment, type ReactNode } from 'react';
import { holdEntries } from './entries.ts';

interface MovedNodesBoundaryProps {
  /** Shown when what is inside fails a second time; without it the error goes on to the boundary above. */
  message?: (tryAgain: () => void) => ReactNode;
  children: ReactNode;
}

interface MovedNodesBoundaryState {
  caught: { error: unknown } | null;
  isSecondTry: boolean;
  /** Number of times that what is inside was drawn anew. */
  renderings: number;
}

/**
 * Draws what is inside anew, once, when React could not change it because something else had moved its nodes, such
 * as the browser's translator. What was typed stays. Other errors go on to the boundary above.
 */
export class MovedNodesBoundary extends Component<
  MovedNodesBoundaryProps,
  MovedNodesBoundaryState
> {
  override state: MovedNodesBoundaryState = { caught: null, isSecondTry: false, renderings: 0 };

  static getDerivedStateFromError(error: unknown): Partial<MovedNodesBoundaryState> {
    return { caught: { error } };
  }

  override getSnapshotBeforeUpdate(): null {
    if (this.state.caught) holdEntries();
    return null;
  }

  override componentDidUpdate(): void {
    const { caught, isSecondTry } = this.state;
    if (!caught) return;
    console.warn('The nodes of the page were moved:', caught.error);
    if (!isSecondTry) this.#drawAnew(true);
  }

  #drawAnew(isSecondTry: boolean): void {
    this.setState(({ renderings }) => ({
      caught: null,
      isSecondTry,
      renderings: renderings + 1,
    }));
  }

  override render(): ReactNode {
    const { caught, isSecondTry, renderings } = this.state;
    const { message, children } = this.props;
    if (!caught) return <Fragment key={renderings}>{children}</Fragment>;
    if (!areNodesMoved(caught.error) || (isSecondTry && !message)) throw caught.error;
    return isSecondTry && message?.(() => this.#drawAnew(false));
  }
}

/** Whether `insertBefore` or `removeChild` did not find a node where React had put it. */
const areNodesMoved = (error: unknown) =>
  error instanceof DOMException && error.name === 'NotFoundError';
