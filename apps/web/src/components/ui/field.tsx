import { clsx } from 'clsx';
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';

interface FieldProps {
  label: string;
  error?: string | undefined;
  hint?: string | undefined;
  className?: string;
  children: (control: ControlProps) => ReactNode;
}
/** Properties that link a control to its label, hint and error. */
export interface ControlProps {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

/** Shows a control with its label, hint and error message. */
export function Field({ label, error, hint, className, children }: FieldProps) {
  const id = useId();
  const describedBy = clsx(hint && `${id}-hint`, error && `${id}-error`) || undefined;
  return (
    <div className={clsx('grid grid-cols-[minmax(0,1fr)] gap-2', className)}>
      <label htmlFor={id} className="text-sm font-medium text-foreground">
        {label}
      </label>
      {children({ id, 'aria-invalid': error !== undefined, 'aria-describedby': describedBy })}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}

export function FieldError({ id, children }: { id: string; children: string | undefined }) {
  if (!children) return null;
  return (
    <p id={id} className="flex items-start gap-2 text-sm text-destructive">
      <span aria-hidden="true" className="mt-[0.4em] size-1.5 shrink-0 rounded-full bg-destructive" />
      {children}
    </p>
  );
}

export const inputVariants = clsx(
  'control w-full min-h-12 rounded-control border border-line-strong/80 bg-background/70 px-4 py-2.5 text-base text-foreground',
  'transition-[border-color,box-shadow] duration-200 hover:border-muted',
  'focus:border-primary focus:outline-none focus-visible:outline-2 focus-visible:outline-primary-bright focus-visible:outline-offset-1',
  'aria-invalid:border-destructive',
);

type InputProps = InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> };

export function Input({ className, ...rest }: InputProps) {
  return <input {...rest} className={clsx(inputVariants, className)} />;
}
