import { Component, type ReactNode } from 'react';
import { ChunkLoadError, retryParts } from '../../lib/lazy-part.js';
import { logFailure } from '../../lib/log.js';

interface PartBoundaryProps {
  /** Rendered instead of children that failed. */
  fallback: (failure: { chunkMissing: boolean; retry: () => void }) => ReactNode;
  /** A changed value retries the children. */
  attempt?: unknown;
  children: ReactNode;
}
interface State {
  failure: { error: unknown } | null;
}

/** Contains the failure of a part, so that the rest of the page survives. */
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
  /** Retries once, then reloads the page: an older browser remembers a failed file until then. */
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
