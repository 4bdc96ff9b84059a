import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { SelectHTMLAttributes } from 'react';
import { inputVariants } from './field.js';

/** Shows a native select. While closed it is styled like the other fields. */
export function Select({ className, children, ...rest }: SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <div className="relative">
      <select
        {...rest}
        className={clsx(
          inputVariants,
          'cursor-pointer appearance-none truncate pe-11 [&>option]:bg-panel',
          className,
        )}
      >
        {children}
      </select>
      <ChevronDown
        className="pointer-events-none absolute inset-y-0 end-4 my-auto size-4.5 text-muted"
        aria-hidden="true"
      />
    </div>
  );
}
