import { lazy, Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { RetryBoundary } from '../components/ui/retry-boundary.js';
import { LoadingScreen } from '../components/ui/status-screen.js';
import { lazyComponent } from '../lib/lazy-component.js';
import { whenIdle } from '../lib/when-idle.js';
import { useMessages } from '../messages/use-messages.js';
import { ErrorBoundary } from './error-boundary.js';
import { useForgetViewer } from './forget-viewer.js';
import { HomePage } from './home-page.js';

/** Loads the background once the page is idle, after the screen. */
const Starfield = lazy(async () => {
  await new Promise<void>((resolve) => {
    whenIdle(resolve, STARS_DEADLINE_MS);
  });
  return import('../components/starfield/starfield.js');
});
const AdminArea = lazyComponent(() => import('./admin-area.js'));
const NotFoundPage = lazyComponent(() => import('./not-found-page.js'));

/** Limit after which the stars load even on a busy page, in milliseconds. */
const STARS_DEADLINE_MS = 1000;

/** Shows the page for every URL of the interface (docs/product.md#pages). */
export function App() {
  const t = useMessages();
  useForgetViewer();
  return (
    <>
      <RetryBoundary fallback={() => <div className="scene" aria-hidden="true" />}>
        <Suspense fallback={<div className="scene" aria-hidden="true" />}>
          <Starfield />
        </Suspense>
      </RetryBoundary>
      <ErrorBoundary>
        <Suspense fallback={<LoadingScreen text={t.common.loading} />}>
          <Switch>
            <Route path="/" component={HomePage} />
            <Route path="/upload/*?" component={AdminArea} />
            <Route component={NotFoundPage} />
          </Switch>
        </Suspense>
      </ErrorBoundary>
    </>
  );
}
