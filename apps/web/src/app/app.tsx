import { lazy, Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { LoadingScreen } from '../components/ui/status-screen.js';
import { messages } from '../messages/index.js';
import { ErrorBoundary } from './error-boundary.js';
import { useForgetViewer } from './forget-viewer.js';
import { HomePage } from './home-page.js';
import { NotFoundPage } from './not-found-page.js';

/** The background waits until the screen itself is there. */
const Starfield = lazy(async () => {
  await new Promise<void>((resolve) => {
    if ('requestIdleCallback' in globalThis)
      requestIdleCallback(() => resolve(), { timeout: STARS_WITHIN_MS });
    else setTimeout(resolve, STARS_WITHIN_MS);
  });
  return import('../components/starfield/starfield.js');
});
const UploadPage = lazy(() => import('./upload-page.js'));

/** Milliseconds after which the stars come even to a busy page. */
const STARS_WITHIN_MS = 1000;

/** Every address of the interface (spec section 2). */
export function App() {
  useForgetViewer();
  return (
    <>
      <Suspense fallback={<div className="scene" aria-hidden="true" />}>
        <Starfield />
      </Suspense>
      <ErrorBoundary>
        <Suspense fallback={<LoadingScreen text={messages.common.loading} />}>
          <Switch>
            <Route path="/" component={HomePage} />
            <Route path="/upload" component={UploadPage} />
            <Route component={NotFoundPage} />
          </Switch>
        </Suspense>
      </ErrorBoundary>
    </>
  );
}
