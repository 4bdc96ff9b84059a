import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useMessages } from '../../messages/use-messages.js';

interface DialogProps {
  title: string;
  description: string;
  onClose: () => void;
  children: ReactNode;
}

/**
 * Shows a modal dialog with the native `dialog` element, which traps focus, makes the page inert and closes on
 * Escape. A click outside also closes it. On unmount the focus returns to the element that had it before.
 */
export function Dialog({ title, description, onClose, children }: DialogProps) {
  const t = useMessages();
  const id = useId();
  const ref = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const dialog = ref.current;
    const opener = document.activeElement;
    const { overflow } = document.documentElement.style;
    document.documentElement.style.overflow = 'hidden';
    dialog?.showModal();
    return () => {
      dialog?.close();
      document.documentElement.style.overflow = overflow;
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog element closes on Escape by itself
    <dialog
      ref={ref}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-description`}
      onClose={onClose}
      onClick={(event) => event.target === ref.current && onClose()}
      className="panel m-auto w-[min(44rem,calc(100vw-1.5rem))] max-w-none overflow-hidden rounded-panel border border-line bg-panel p-0 text-foreground shadow-panel open:animate-rise"
    >
      <div className="grid grid-cols-[minmax(0,1fr)] max-h-[min(46rem,calc(100dvh-1.5rem))] grid-rows-[auto_minmax(0,1fr)]">
        <header className="flex items-start justify-between gap-4 border-b border-line px-5 py-5 sm:px-8 sm:py-6">
          <div className="grid min-w-0 gap-1.5 [overflow-wrap:anywhere]">
            <h2 id={`${id}-title`} className="title-wide text-xl">
              {title}
            </h2>
            <p id={`${id}-description`} className="text-[0.95rem] text-muted">
              {description}
            </p>
          </div>
          <button
            type="button"
            aria-label={t.common.close}
            onClick={onClose}
            className="-mt-1 -me-2 grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-white/10 hover:text-foreground"
          >
            <X className="size-5" aria-hidden="true" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
