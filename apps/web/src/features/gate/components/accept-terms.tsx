import { lazy, Suspense, useId, useState } from 'react';
import { type Control, useController } from 'react-hook-form';
import { FieldError } from '../../../components/ui/field.js';
import { messages } from '../../../messages/index.js';
import type { GateFormInput } from '../lib/gate-form.js';

const words = messages.gate;
const TermsDialog = lazy(() => import('./terms-dialog.js'));

/** The acceptance box; its link opens the terms without ticking it. */
export function AcceptTerms<Output>({ control }: { control: Control<GateFormInput, unknown, Output> }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const { field, fieldState } = useController({ name: 'termsAccepted', control });
  const error = fieldState.error?.message;

  return (
    <div className="grid gap-2">
      <div className="grid grid-cols-[auto_1fr] items-start gap-x-3">
        <input
          ref={field.ref}
          type="checkbox"
          id={id}
          name={field.name}
          checked={field.value === 'true'}
          onChange={(event) => field.onChange(event.target.checked ? 'true' : 'false')}
          onBlur={field.onBlur}
          aria-labelledby={`${id}-text ${id}-link`}
          aria-invalid={error !== undefined}
          aria-describedby={error && `${id}-error`}
          required
          className="checkbox control mt-0.5"
        />
        <p className="py-0.5 text-[0.95rem] text-ivory">
          <label id={`${id}-text`} htmlFor={id} className="cursor-pointer">
            {words.acceptBefore}
          </label>
          <button
            type="button"
            id={`${id}-link`}
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
            className="rounded-sm font-medium text-lamp-bright underline underline-offset-4 hover:text-ivory"
          >
            {words.acceptLink}
          </button>
        </p>
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
      {open && (
        <Suspense fallback={null}>
          <TermsDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
