import { Field, Input } from '../../../../components/ui/field.js';
import { INCOMPLETE } from '../../lib/instants.js';

interface InstantFieldProps {
  label: string;
  hint: string;
  error: string | undefined;
  value: string;
  disabled?: boolean;
  onChange: (value: string) => void;
}

/** A date and time in the time zone of the browser. */
export function InstantField({ label, hint, error, value, disabled, onChange }: InstantFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <Input
          {...control}
          type="datetime-local"
          disabled={disabled}
          className="scheme-dark disabled:opacity-50"
          value={value === INCOMPLETE ? '' : value}
          onChange={({ target }) => onChange(target.validity.badInput ? INCOMPLETE : target.value)}
        />
      )}
    </Field>
  );
}
