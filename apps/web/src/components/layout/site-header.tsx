import type { ReactNode } from 'react';
import { Brand } from './brand.js';

interface SiteHeaderProps {
  /** Links to other pages, below the brand. */
  navigation?: ReactNode;
  children: ReactNode;
}

/** Shows the header of the pages after the gate. */
export function SiteHeader({ navigation, children }: SiteHeaderProps) {
  return (
    <header data-toasts="below" className="no-print border-b border-white/8 bg-background/70">
      <div className="mx-auto flex max-w-[90rem] flex-wrap items-center justify-between gap-x-3 gap-y-2 px-4 py-3 max-[21.5rem]:gap-x-1 sm:px-8 low:py-1">
        <Brand />
        <div className="flex flex-wrap items-center gap-1 sm:gap-3">{children}</div>
      </div>
      {navigation}
    </header>
  );
}
