import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { type CSSProperties, useEffect, useRef } from 'react';
import { toastLimits } from '../../../lib/constants.js';
import { useMessages } from '../../../messages/use-messages.js';
import { positionToasts } from './position-toasts.js';
import { dismissToast, type Toast as ToastEntry } from './toast-store.js';

/** Shows the toasts: at the top on phones, at the bottom right on larger screens. */
export default function ToastList({ toasts }: { toasts: readonly ToastEntry[] }) {
  const { common: t, direction } = useMessages();
  const viewport = useRef<HTMLOListElement>(null);
  const newestId = toasts[0]?.id;
  useEffect(() => (viewport.current ? reserveSpace(viewport.current) : undefined), []);
  useEffect(() => (newestId && viewport.current ? keepPositioned(viewport.current) : undefined), [newestId]);
  return (
    <Toast.Provider
      duration={toastLimits.displayMs}
      swipeDirection={direction === 'rtl' ? 'left' : toastLimits.swipeDirection}
      swipeThreshold={toastLimits.swipeThreshold}
      label={t.notification}
    >
      {toasts.map((entry) => (
        <ToastCard key={entry.id} entry={entry} />
      ))}
      <Toast.Viewport
        ref={viewport}
        hotkey={[toastLimits.hotkey]}
        label={t.notificationsLabel}
        style={{ '--toast-width': `${toastLimits.maxWidth}px` } as CSSProperties}
        className="no-print fixed inset-x-0 top-(--toast-top,0) z-100 flex w-full flex-col gap-2 p-4 outline-none empty:p-0 sm:inset-x-auto sm:top-auto sm:end-0 sm:bottom-0 sm:data-top:top-0 sm:data-top:bottom-auto md:max-w-(--toast-width)"
      />
    </Toast.Provider>
  );
}

/**
 * On phones, adds space above the gates, so visitors can scroll content out from under a toast. `base.css` applies the
 * height. Scrolls by the same distance, because content that moves unexpectedly causes mistaps.
 */
function reserveSpace(viewport: HTMLElement): () => void {
  const { style } = document.body;
  const reserve = (height: number) => {
    const space = () => Number.parseFloat(getComputedStyle(document.body).paddingTop);
    const before = space();
    style.setProperty('--toast-room', `${height}px`);
    const added = space() - before;
    if (added) scrollBy(0, added);
  };
  const observer = new ResizeObserver(() => reserve(viewport.offsetHeight));
  observer.observe(viewport);
  return () => {
    observer.disconnect();
    reserve(0);
  };
}

/** Positions the toasts whenever their height or the page changes, for example after a redirect. */
function keepPositioned(viewport: HTMLElement): () => void {
  const update = () => positionToasts(viewport);
  const resizeObserver = new ResizeObserver(update);
  resizeObserver.observe(viewport);
  const pageObserver = new MutationObserver(update);
  pageObserver.observe(document.body, { childList: true, subtree: true });
  return () => {
    resizeObserver.disconnect();
    pageObserver.disconnect();
  };
}

function ToastCard({ entry }: { entry: ToastEntry }) {
  const t = useMessages().common;
  const isDestructive = entry.variant === 'destructive';
  return (
    <Toast.Root
      open={entry.open}
      onOpenChange={(open) => !open && dismissToast(entry.id)}
      type={isDestructive ? 'foreground' : 'background'}
      data-variant={entry.variant}
      className={clsx(
        'panel grid grid-cols-[1fr_auto] items-start gap-x-3 rounded-2xl border py-4 pe-3 ps-5 shadow-panel backdrop-blur-md',
        'transition-transform data-[state=open]:animate-rise',
        'data-[state=closed]:animate-leave',
        'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0',
        isDestructive ? 'border-destructive/60 bg-destructive-deep/95' : 'border-line bg-panel-raised/95',
      )}
    >
      <div
        className={clsx(
          'grid gap-1 border-s-2 ps-4',
          isDestructive ? 'border-destructive' : 'border-primary',
        )}
      >
        <Toast.Title
          className={clsx('font-semibold', isDestructive ? 'text-destructive' : 'text-primary-bright')}
        >
          {entry.title}
        </Toast.Title>
        <Toast.Description className="text-[0.95rem] text-foreground [overflow-wrap:anywhere]">
          {entry.description}
        </Toast.Description>
      </div>
      <Toast.Close
        aria-label={t.dismissNotification}
        className="grid size-9 place-items-center rounded-full text-muted hover:bg-white/10 hover:text-foreground"
      >
        <X className="size-4.5" aria-hidden="true" />
      </Toast.Close>
    </Toast.Root>
  );
}
