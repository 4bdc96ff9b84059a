import { Search } from 'lucide-react';
import { useId } from 'react';
import { Input } from './field.js';
import { Spinner } from './spinner.js';

interface SearchFieldProps {
  /** Read by screen readers, and shown while the field is empty. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Whether a response is pending. */
  busy: boolean;
  className?: string;
}

/** A field for the search in a list, with an icon that shows a pending response. */
export function SearchField({ label, value, onChange, busy, className = '' }: SearchFieldProps) {
  const id = useId();
  return (
    <div className={`relative ${className}`}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <span className="pointer-events-none absolute inset-y-0 start-4 my-auto grid size-5 place-items-center text-muted">
        {busy ? (
          <Spinner className="size-5 text-primary" />
        ) : (
          <Search className="size-4.5" aria-hidden="true" />
        )}
      </span>
      <Input
        id={id}
        type="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        placeholder={label}
        className="ps-12"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
