import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';

interface PanelProps {
  title: string;
  icon?: ReactNode;
  /** Content beside the title. */
  aside?: ReactNode;
  /** Renders a less prominent panel. */
  quiet?: boolean;
  className?: string;
  children: ReactNode;
}

export const panelVariants = 'panel rounded-panel border border-line bg-panel/92 shadow-panel';

/** Shows a section of a page with a title. */
export function Panel({ title, icon, aside, quiet = false, className, children }: PanelProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={clsx(
        quiet ? 'rounded-panel border border-line/70 bg-panel/55' : panelVariants,
        'grid grid-cols-[minmax(0,1fr)] content-start gap-5 p-5 sm:p-7',
        className,
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2
          id={id}
          className={clsx(
            'title-wide flex items-center gap-3',
            quiet ? 'text-[0.98rem] sm:text-base' : 'text-[1.1rem] sm:text-xl',
          )}
        >
          {icon && (
            <span className={clsx('[&>svg]:size-5', quiet ? 'text-muted' : 'text-primary')}>{icon}</span>
          )}
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
