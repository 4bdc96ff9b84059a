import type { StoredPerson } from '@secure-preview/contracts';
import type { KeyboardEvent } from 'react';
import { Field, inputVariants } from '../../../../components/ui/field.js';

interface LockedFieldProps {
  name: keyof StoredPerson;
  label: string;
  /** Why the visitor cannot change it. */
  hint: string;
  error: string | undefined;
  value: string;
  dir: 'ltr' | 'auto';
}

/** Submits the form as in a field of one line. */
function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key === 'Enter') event.currentTarget.form?.requestSubmit();
}

/** A field that an invitation has filled in. It shows its whole text, in as many lines as necessary. */
export function LockedField({ name, label, hint, error, value, dir }: LockedFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <span className="grid grid-cols-[minmax(0,1fr)] *:col-start-1 *:row-start-1">
          {/* Has the height of the text. Not all browsers support `field-sizing`. */}
          <span
            aria-hidden="true"
            dir={dir}
            className={`${inputVariants} invisible whitespace-pre-wrap [overflow-wrap:anywhere]`}
          >
            {value}
          </span>
          <textarea
            {...control}
            name={name}
            defaultValue={value}
            readOnly
            rows={1}
            dir={dir}
            spellCheck={false}
            onKeyDown={submitOnEnter}
            className={`${inputVariants} locked resize-none [overflow-wrap:anywhere] [scrollbar-width:none] rtl:text-right`}
          />
        </span>
      )}
    </Field>
  );
}
