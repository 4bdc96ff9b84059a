import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';

interface PanelProps {
  title: string;
  icon?: ReactNode;
  /** Beside the title. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}

export const panelLook = 'panel rounded-panel border border-line bg-panel/92 shadow-panel';

/** A titled section of a page. */
export function Panel({ title, icon, aside, className, children }: PanelProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={clsx(panelLook, 'grid content-start gap-5 p-5 sm:p-7', className)}
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="title-wide flex items-center gap-3 text-[1.05rem] sm:text-lg">
          {icon && <span className="text-lamp [&>svg]:size-5">{icon}</span>}
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
