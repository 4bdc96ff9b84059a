import type { ReactNode } from 'react';
import { Button } from '../components/ui/button.js';
import { RetryBoundary } from '../components/ui/retry-boundary.js';
import { useMessages } from '../messages/use-messages.js';

/** Shows an error with a remedy in place of a page of the admin area. The navigation remains, and uploads continue. */
export function PageBoundary({ children }: { children: ReactNode }) {
  const t = useMessages().common;
  return (
    <RetryBoundary
      fallback={({ chunkMissing, retry }) => (
        <main className="grid content-start justify-items-center gap-4 px-4 py-16 text-center">
          <h1 className="title-wide text-2xl">{chunkMissing ? t.loadFailedTitle : t.crashTitle}</h1>
          <p className="text-muted">{chunkMissing ? t.loadFailedText : t.crashText}</p>
          <Button onClick={chunkMissing ? retry : () => location.reload()}>
            {chunkMissing ? t.tryAgain : t.reload}
          </Button>
        </main>
      )}
    >
      {children}
    </RetryBoundary>
  );
}
