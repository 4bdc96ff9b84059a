import { CloudOff, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../components/ui/button.js';
import { PartBoundary } from '../components/ui/part-boundary.js';
import { StatusScreen } from '../components/ui/status-screen.js';
import { messages } from '../messages/index.js';

const words = messages.common;

/** Shows a way forward instead of a blank page when a screen fails. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  return (
    <PartBoundary
      fallback={({ chunkMissing, retry }) =>
        chunkMissing ? (
          <StatusScreen
            icon={<CloudOff aria-hidden="true" />}
            title={words.partMissingTitle}
            text={words.partMissingText}
            action={<Button onClick={retry}>{words.tryAgain}</Button>}
          />
        ) : (
          <StatusScreen
            icon={<TriangleAlert aria-hidden="true" />}
            title={words.crashTitle}
            text={words.crashText}
            action={<Button onClick={() => location.reload()}>{words.reload}</Button>}
          />
        )
      }
    >
      {children}
    </PartBoundary>
  );
}
