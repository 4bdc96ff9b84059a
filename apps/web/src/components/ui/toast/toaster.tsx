import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { toastLimits } from '../../../lib/constants.js';
import { lazyComponent } from '../../../lib/lazy-component.js';
import { whenIdle } from '../../../lib/when-idle.js';
import { RetryBoundary } from '../retry-boundary.js';
import { dismissToast, type Toast, toastStore } from './toast-store.js';

const ToastList = lazyComponent(() => import('./toast-list.js'));

/** Milliseconds after which even a busy page loads the toast list. Toasts must also work offline. */
const PRELOAD_WITHIN_MS = 3000;

/** Shows the toasts of the page. Loads their components when the page is idle. */
export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read);
  useEffect(() => whenIdle(ToastList.preload, PRELOAD_WITHIN_MS), []);
  const [newest] = toasts;
  if (!newest) return null;
  return (
    <RetryBoundary attempt={newest.id} fallback={() => newest.open && <PlainToast entry={newest} />}>
      <Suspense fallback={null}>
        <ToastList toasts={toasts} />
      </Suspense>
    </RetryBoundary>
  );
}

/** Shows a toast as plain text if its component could not be loaded. */
function PlainToast({ entry: { id, title, description } }: { entry: Toast }) {
  useEffect(() => {
    const timer = setTimeout(() => dismissToast(id), toastLimits.displayMs);
    return () => clearTimeout(timer);
  }, [id]);
  return (
    <p
      role="alert"
      className="no-print fixed inset-x-0 top-0 z-100 m-4 rounded-2xl border border-line bg-panel-raised p-4 shadow-panel sm:top-auto sm:bottom-0 md:start-auto md:w-96"
    >
      <strong className="block text-primary-bright">{title}</strong>
      {description}
    </p>
  );
}
