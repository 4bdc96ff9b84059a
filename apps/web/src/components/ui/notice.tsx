import { clsx } from 'clsx';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** Shows a message about the state of a section, or about an action that it requires. */
export function Notice({ alarming = false, children }: { alarming?: boolean; children: ReactNode }) {
  return (
    <div
      role="status"
      className={clsx(
        'flex items-start gap-3 rounded-control border p-4 text-[0.95rem]',
        alarming ? 'border-destructive/50 bg-destructive-deep/60' : 'border-primary/40 bg-primary/8',
      )}
    >
      {alarming && <TriangleAlert className="mt-0.5 size-5 shrink-0 text-destructive" aria-hidden="true" />}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-3 [overflow-wrap:anywhere] [&>p]:flex-[1_1_14rem]">
        {children}
      </div>
    </div>
  );
}
