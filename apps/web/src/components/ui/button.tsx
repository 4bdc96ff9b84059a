import { clsx } from 'clsx';
import type { ButtonHTMLAttributes, Ref } from 'react';
import { Spinner } from './spinner.js';

const looks = {
  primary:
    'bg-lamp text-space font-semibold hover:bg-lamp-bright active:translate-y-px disabled:bg-lamp/30 disabled:text-ivory/70',
  secondary:
    'border border-line-strong/70 bg-panel-raised text-ivory font-medium hover:border-lamp hover:text-lamp-bright disabled:text-mist/70 disabled:border-line',
  quiet: 'text-mist font-medium hover:text-ivory hover:bg-white/7',
} as const;

/** How a button looks; links that act like one wear it too. */
export function buttonLook(look: keyof typeof looks = 'primary', className?: string): string {
  return clsx(
    'control inline-flex min-h-11 items-center justify-center gap-2.5 rounded-control px-5 py-2.5 text-[0.95rem]',
    'transition-[background-color,color,border-color,transform] duration-200 disabled:cursor-not-allowed',
    looks[look],
    className,
  );
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: keyof typeof looks;
  /** Shows a spinner; whether it is disabled is told apart. */
  pending?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({ look, pending, className, children, type = 'button', ...rest }: ButtonProps) {
  return (
    <button {...rest} type={type} className={buttonLook(look, className)}>
      {pending && <Spinner className="size-4.5" />}
      {children}
    </button>
  );
}
