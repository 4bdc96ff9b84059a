import { clsx } from 'clsx';
import { type ChangeEventHandler, type Ref, useId } from 'react';
import { FieldError, Input } from '../../../../components/ui/field.js';

interface CodeInputProps {
  ref: Ref<HTMLInputElement>;
  label: string;
  hint: string;
  error: string | undefined;
  value: string;
  readOnly: boolean;
  onChange: ChangeEventHandler<HTMLInputElement>;
}

/** An input for a code of six digits. It has no maximal length, because a pasted code may contain spaces. */
export function CodeInput({ label, hint, error, ...input }: CodeInputProps) {
  const id = useId();
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="text-sm font-medium text-foreground">
        {label}
      </label>
      <Input
        {...input}
        id={id}
        name="code"
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="\d{6}"
        spellCheck={false}
        dir="ltr"
        required
        aria-invalid={error !== undefined}
        aria-describedby={clsx(`${id}-hint`, error && `${id}-error`)}
        className="text-center text-2xl! tracking-[0.35em] tabular-nums"
      />
      {/* Read out at once, because the focus stays in the input. */}
      <div role="alert">
        <FieldError id={`${id}-error`}>{error}</FieldError>
      </div>
      <p id={`${id}-hint`} className="text-sm text-muted">
        {hint}
      </p>
    </div>
  );
}
