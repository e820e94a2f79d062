import { Component, type ReactNode } from 'react';

interface LeavingBoundaryProps {
  /** Starts the message in the console. */
  name: string;
  /** Whether the content is shown; otherwise it is unmounted. */
  isCurrent: boolean;
  children: ReactNode;
}

interface LeavingBoundaryState {
  caught: { error: unknown } | null;
}

/**
 * Stays mounted when its content unmounts, and catches what the content throws while it does. React
 * hands that error to the nearest boundary that remains, and unmounts everything inside: this
 * boundary is empty by then, so the next screen is not affected. Other errors go to the boundary
 * above.
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
