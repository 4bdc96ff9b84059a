import { lazy, Suspense, useSyncExternalStore } from 'react';
import { toastStore } from './toast-store.js';

const ToastList = lazy(() => import('./toast-list.js'));

/** Shows the toasts of the page; its parts are loaded with the first one. */
export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read);
  if (toasts.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <ToastList toasts={toasts} />
    </Suspense>
  );
}
