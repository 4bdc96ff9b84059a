import { CloudOff, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../components/ui/button.js';
import { RetryBoundary } from '../components/ui/retry-boundary.js';
import { StatusScreen } from '../components/ui/status-screen.js';
import { useMessages } from '../messages/use-messages.js';

/** Shows an error with a remedy instead of a blank page when a screen fails. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  const t = useMessages().common;
  return (
    <RetryBoundary
      fallback={({ chunkMissing, retry }) =>
        chunkMissing ? (
          <StatusScreen
            icon={<CloudOff aria-hidden="true" />}
            title={t.loadFailedTitle}
            text={t.loadFailedText}
            action={<Button onClick={retry}>{t.tryAgain}</Button>}
          />
        ) : (
          <StatusScreen
            icon={<TriangleAlert aria-hidden="true" />}
            title={t.crashTitle}
            text={t.crashText}
            action={<Button onClick={() => location.reload()}>{t.reload}</Button>}
          />
        )
      }
    >
      {children}
    </RetryBoundary>
  );
}
