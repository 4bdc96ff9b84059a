import { Suspense, useEffect, useId, useState } from 'react';
import { FieldError } from '../../../components/ui/field.js';
import { RetryBoundary } from '../../../components/ui/retry-boundary.js';
import { lazyComponent } from '../../../lib/lazy-component.js';
import { whenIdle } from '../../../lib/when-idle.js';
import { useMessages } from '../../../messages/use-messages.js';

/** Limit after which even a busy page loads the terms, in milliseconds. They must be readable offline. */
const TERMS_DEADLINE_MS = 3000;
const TermsDialog = lazyComponent(() => import('./terms-dialog.js'));

/** The acceptance checkbox. Its link opens the terms without checking it. */
export function AcceptTerms({ error }: { error: string | undefined }) {
  const messages = useMessages();
  const t = messages.gate;
  const id = useId();
  const [open, setOpen] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => whenIdle(TermsDialog.preload, TERMS_DEADLINE_MS), []);

  return (
    <div className="grid gap-2">
      <div className="grid grid-cols-[auto_1fr] items-start gap-x-3">
        <input
          type="checkbox"
          id={id}
          name="termsAccepted"
          value="true"
          aria-labelledby={`${id}-text ${id}-link`}
          aria-invalid={error !== undefined}
          aria-describedby={error && `${id}-error`}
          required
          className="checkbox control mt-0.5"
        />
        <p className="py-0.5 text-[0.95rem] text-foreground">
          <label id={`${id}-text`} htmlFor={id} className="cursor-pointer">
            {t.acceptBefore}
          </label>
          <button
            type="button"
            id={`${id}-link`}
            aria-haspopup="dialog"
            onClick={() => {
              setOpen(true);
              setAttempt(attempt + 1);
            }}
            className="rounded-sm font-medium text-primary-bright underline underline-offset-4 hover:text-foreground"
          >
            {t.acceptLink}
          </button>
        </p>
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
      {open && (
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
      )}
    </div>
  );
}
