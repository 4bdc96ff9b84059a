import { useId } from 'react';
import { FieldError } from '../../../components/ui/field.js';
import { useMessages } from '../../../messages/use-messages.js';
import { termsLinkVariants, useTermsDialog } from './use-terms-dialog.js';

/** The acceptance checkbox. Its link opens the terms without checking it. */
export function AcceptTerms({ error }: { error: string | undefined }) {
  const t = useMessages().gate;
  const id = useId();
  const { openTerms, termsDialog } = useTermsDialog();

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
            onClick={openTerms}
            className={termsLinkVariants}
          >
            {t.acceptLink}
          </button>
        </p>
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
      {termsDialog}
    </div>
  );
}
