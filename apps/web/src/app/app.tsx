import { lazy, Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { PartBoundary } from '../components/ui/part-boundary.js';
import { LoadingScreen } from '../components/ui/status-screen.js';
import { lazyPart } from '../lib/lazy-part.js';
import { whenIdle } from '../lib/when-idle.js';
import { useMessages } from '../messages/use-messages.js';
import { ErrorBoundary } from './error-boundary.js';
import { useForgetViewer } from './forget-viewer.js';
import { HomePage } from './home-page.js';
import { NotFoundPage } from './not-found-page.js';

/** Loads the background once the page is idle, so that the screen itself comes first. */
const Starfield = lazy(async () => {
  await new Promise<void>((resolve) => {
    whenIdle(resolve, STARS_WITHIN_MS);
  });
  return import('../components/starfield/starfield.js');
});
const UploadPage = lazyPart(() => import('./upload-page.js'));

/** Milliseconds after which the stars appear even on a busy page. */
const STARS_WITHIN_MS = 1000;

/** Routes every address of the interface (docs/product.md#pages). */
export function App() {
  const t = useMessages();
  useForgetViewer();
  return (
    <>
      <PartBoundary fallback={() => <div className="scene" aria-hidden="true" />}>
        <Suspense fallback={<div className="scene" aria-hidden="true" />}>
          <Starfield />
        </Suspense>
      </PartBoundary>
      <ErrorBoundary>
        <Suspense fallback={<LoadingScreen text={t.common.loading} />}>
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
