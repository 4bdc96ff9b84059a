import type { ReactNode } from 'react';
import { useDocumentTitle } from '../../lib/use-document-title.js';
import { GateHeader } from '../layout/gate-header.js';
import { panelVariants } from './panel.js';
import { Spinner } from './spinner.js';

interface StatusScreenProps {
  title: string;
  text?: ReactNode;
  icon?: ReactNode;
  action?: ReactNode;
}

/** Shows a status or error, and what to do about it, in the middle of the page. */
export function StatusScreen({ title, text, icon, action }: StatusScreenProps) {
  const heading = useDocumentTitle(title);
  return (
    <div data-scene="horizon" className="mx-auto flex min-h-dvh max-w-[82rem] flex-col px-4 sm:px-8">
      <GateHeader />
      {/* The bottom padding equals the header's height, which centres the panel in the window. */}
      <main className="grid flex-1 place-items-center pb-[4.5rem] sm:pb-24 low:pb-4">
        <div
          className={`${panelVariants} grid w-full max-w-md animate-rise justify-items-center gap-4 p-8 text-center sm:p-10 low:gap-3 low:p-5`}
        >
          {icon && <span className="text-primary [&>svg]:size-9">{icon}</span>}
          <h1 ref={heading} tabIndex={-1} className="title-wide text-2xl">
            {title}
          </h1>
          {text && <p className="text-balance text-muted">{text}</p>}
          {action}
        </div>
      </main>
    </div>
  );
}

/** Shows a spinner and a text while a page loads. */
export function LoadingScreen({ text }: { text: string }) {
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <p role="status" className="starless flex items-center gap-3 text-muted">
        <Spinner className="size-5 text-primary" />
        {text}
      </p>
    </main>
  );
}
