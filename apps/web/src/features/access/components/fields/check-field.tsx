import { useId } from 'react';

interface CheckFieldProps {
  label: string;
  hint: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A checkbox with a hint. */
export function CheckField({ label, hint, checked, onChange }: CheckFieldProps) {
  const id = useId();
  return (
    <label className="flex min-h-11 w-fit cursor-pointer items-start gap-3">
      <input
        type="checkbox"
        checked={checked}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.checked)}
        className="checkbox control shrink-0"
      />
      <span className="grid gap-0.5">
        <span id={`${id}-label`}>{label}</span>
        <span id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </span>
      </span>
    </label>
  );
}
