import { type ReactNode, useId } from 'react';
import { panelVariants } from '../../../../components/ui/panel.js';

interface VerdictPanelProps {
  title: string;
  icon: ReactNode;
  children: ReactNode;
}

/** The verdict of a case, larger than the other sections. */
export function VerdictPanel({ title, icon, children }: VerdictPanelProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={`${panelVariants} grid grid-cols-[minmax(0,1fr)] content-start gap-5 border-primary/50 p-5 sm:p-8`}
    >
      <h2 id={id} className="title-wide flex flex-wrap items-center gap-3 text-2xl sm:text-5xl">
        <span className="text-primary [&>svg]:size-8 sm:[&>svg]:size-11">{icon}</span>
        {title}
      </h2>
      {children}
    </section>
  );
}
