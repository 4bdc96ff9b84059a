import { Component, type ReactNode } from 'react';
import { ChunkLoadError, retryParts } from '../../lib/lazy-part.js';
import { logFailure } from '../../lib/log.js';

interface PartBoundaryProps {
  /** What is shown instead of children that failed. */
  fallback: (failure: { chunkMissing: boolean; retry: () => void }) => ReactNode;
  /** Another value tries again. */
  attempt?: unknown;
  children: ReactNode;
}
interface State {
  failure: { error: unknown } | null;
}

/** Keeps the failure of a part from taking the page with it. */
export class PartBoundary extends Component<PartBoundaryProps, State> {
  override state: State = { failure: null };

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } };
  }
  override componentDidCatch(error: Error) {
    logFailure('A part of the page failed', error);
  }
  override componentDidUpdate(before: PartBoundaryProps) {
    if (this.state.failure && before.attempt !== this.props.attempt) this.retry();
  }
  private retry = () => {
    retryParts();
    this.setState({ failure: null });
  };
  private asked = false;
  /** What still does not arrive may need a file that the page has given up on: only a new page asks for that again. */
  private retryOrReload = () => {
    if (this.asked) return location.reload();
    this.asked = true;
    this.retry();
  };
  override render() {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    return this.props.fallback({
      chunkMissing: failure.error instanceof ChunkLoadError,
      retry: this.retryOrReload,
    });
  }
}
