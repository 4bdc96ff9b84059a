import { TriangleAlert } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { Button } from '../components/ui/button.js';
import { StatusScreen } from '../components/ui/status-screen.js';
import { logFailure } from '../lib/log.js';
import { messages } from '../messages/index.js';

/** Shows what to do instead of a blank page when a part of it fails. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }
  override componentDidCatch(error: Error) {
    logFailure('The page failed', error);
  }
  override render() {
    if (!this.state.failed) return this.props.children;
    const words = messages.common;
    return (
      <StatusScreen
        icon={<TriangleAlert aria-hidden="true" />}
        title={words.crashTitle}
        text={words.crashText}
        action={<Button onClick={() => location.reload()}>{words.reload}</Button>}
      />
    );
  }
}
