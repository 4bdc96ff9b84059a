import { Component, type ReactNode } from 'react';
import { ChunkLoadError, retryFailedChunks } from '../../lib/lazy-component.js';
import { logFailure } from '../../lib/log.js';

interface RetryBoundaryProps {
  /** Rendered in place of failed children. */
  fallback: (failure: { chunkMissing: boolean; retry: () => void }) => ReactNode;
  /** A changed value retries the children. */
  attempt?: unknown;
  children: ReactNode;
}
interface State {
  failure: { error: unknown } | null;
}

/** Error boundary around a part of the page, with a retry. */
export class RetryBoundary extends Component<RetryBoundaryProps, State> {
  override state: State = { failure: null };

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } };
  }
  override componentDidCatch(error: Error) {
    logFailure('A part of the page failed', error);
  }
  override componentDidUpdate(previous: RetryBoundaryProps) {
    if (this.state.failure && previous.attempt !== this.props.attempt) this.retry();
  }
  private retry = () => {
    retryFailedChunks();
    this.setState({ failure: null });
  };
  private hasRetried = false;
  /** Retries once, then reloads the page, because older browsers cache a failed import until a reload. */
  private retryOrReload = () => {
    if (this.hasRetried) return location.reload();
    this.hasRetried = true;
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
