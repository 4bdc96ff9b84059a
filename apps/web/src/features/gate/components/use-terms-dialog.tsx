import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { RetryBoundary } from '../../../components/ui/retry-boundary.js';
import { lazyComponent } from '../../../lib/lazy-component.js';
import { whenIdle } from '../../../lib/when-idle.js';
import { useMessages } from '../../../messages/use-messages.js';

/** Limit after which even a busy page loads the terms, in milliseconds. They must be readable offline. */
const TERMS_DEADLINE_MS = 3000;
const TermsDialog = lazyComponent(() => import('./terms-dialog.js'));

export const termsLinkVariants =
  'rounded-sm font-medium text-primary-bright underline underline-offset-4 hover:text-foreground';

/** Returns the dialog with the terms, and the function that opens it. */
export function useTermsDialog(): { openTerms: () => void; termsDialog: ReactNode } {
  const messages = useMessages();
  const [open, setOpen] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => whenIdle(TermsDialog.preload, TERMS_DEADLINE_MS), []);
  const openTerms = () => {
    setOpen(true);
    setAttempt(attempt + 1);
  };
  const termsDialog = open && (
    <RetryBoundary
      attempt={attempt}
      fallback={() => (
        <p role="alert" className="text-sm text-destructive">
          {messages.terms.unavailable} {messages.common.loadFailedText}
        </p>
      )}
    >
      <Suspense fallback={null}>
        <TermsDialog onClose={() => setOpen(false)} />
      </Suspense>
    </RetryBoundary>
  );
  return { openTerms, termsDialog };
}
