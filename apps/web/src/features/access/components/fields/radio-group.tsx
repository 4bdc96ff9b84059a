import { clsx } from 'clsx';
import { useId } from 'react';

interface RadioGroupProps<V extends string> {
  legend: string;
  options: Readonly<Record<V, { label: string; text: string }>>;
  value: V;
  onChange: (value: V) => void;
  disabled?: boolean;
  className?: string;
}

/** Radio buttons with descriptions. */
export function RadioGroup<V extends string>(props: RadioGroupProps<V>) {
  const { legend, options, value, onChange, disabled = false, className } = props;
  const id = useId();
  const entries = Object.entries(options) as [V, { label: string; text: string }][];
  return (
    <fieldset disabled={disabled} className={clsx('grid min-w-0 gap-1', className)}>
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      {entries.map(([name, { label, text }]) => (
        <label
          key={name}
          className="flex min-h-11 cursor-pointer items-start gap-3 rounded-control border border-transparent px-3 py-2.5 hover:bg-white/4 has-checked:border-primary/60 has-checked:bg-primary/8 has-disabled:cursor-not-allowed has-disabled:text-muted"
        >
          <input
            type="radio"
            name={id}
            value={name}
            checked={name === value}
            aria-describedby={`${id}-${name}`}
            aria-labelledby={`${id}-${name}-label`}
            onChange={() => onChange(name)}
            className="control mt-0.5 size-5 shrink-0 accent-primary"
          />
          <span className="grid min-w-0 gap-0.5 [overflow-wrap:anywhere]">
            <span id={`${id}-${name}-label`} className="font-medium">
              {label}
            </span>
            <span id={`${id}-${name}`} className="text-sm text-muted">
              {text}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
