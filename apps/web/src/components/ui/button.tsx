import { clsx } from 'clsx';
import type { ButtonHTMLAttributes, Ref } from 'react';
import { Spinner } from './spinner.js';

const variants = {
  primary:
    'bg-primary text-background font-semibold hover:bg-primary-bright active:translate-y-px disabled:bg-primary/30 disabled:text-foreground/70',
  secondary:
    'border border-line-strong/70 bg-panel-raised text-foreground font-medium hover:border-primary hover:text-primary-bright disabled:text-muted/70 disabled:border-line',
  quiet: 'text-muted font-medium hover:text-foreground hover:bg-white/7',
} as const;

/** Returns the classes of a button, also for links styled as buttons. */
export function buttonVariants(variant: keyof typeof variants = 'primary', className?: string): string {
  return clsx(
    'control inline-flex min-h-11 items-center justify-center gap-2.5 rounded-control px-5 py-2.5 text-[0.95rem]',
    'transition-[background-color,color,border-color,transform] duration-200 disabled:cursor-not-allowed',
    variants[variant],
    className,
  );
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: keyof typeof variants;
  /** Shows a spinner. Does not set `disabled`. */
  pending?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({ variant, pending, className, children, type = 'button', ...rest }: ButtonProps) {
  return (
    <button {...rest} type={type} className={buttonVariants(variant, className)}>
      {pending && <Spinner className="size-4.5" />}
      {children}
    </button>
  );
}
