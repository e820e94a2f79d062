import { Component, type ReactNode } from 'react';

interface LeavingBoundaryProps {
  /** Begins the message in the console. */
  name: string;
  /** Whether what is inside is shown; it is removed when it is not. */
  isCurrent: boolean;
  children: ReactNode;
}

interface LeavingBoundaryState {
  caught: { error: unknown } | null;
}

/**
 * Stays when its content is removed, and catches what the content throws as it goes. React hands such an error
 * to the nearest boundary that remains, and removes everything inside that one: this boundary is empty by then,
 * so the next screen is not touched. Other errors go on to the boundary above.
 */
export class LeavingBoundary extends Component<LeavingBoundaryProps, LeavingBoundaryState> {
  override state: LeavingBoundaryState = { caught: null };

  static getDerivedStateFromError(error: unknown): LeavingBoundaryState {
    return { caught: { error } };
  }

  static getDerivedStateFromProps({ isCurrent }: LeavingBoundaryProps) {
    return isCurrent ? null : { caught: null };
  }

  override componentDidCatch(error: unknown): void {
    console.error(`${this.props.name} failed while it was left:`, error);
  }

  override render(): ReactNode {
    if (this.state.caught) throw this.state.caught.error;
    return this.props.isCurrent && this.props.children;
  }
}
