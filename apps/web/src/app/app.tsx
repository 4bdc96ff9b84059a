import { lazy, Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { LoadingScreen } from '../components/ui/status-screen.js';
import { messages } from '../messages/index.js';
import { ErrorBoundary } from './error-boundary.js';
import { useForgetViewer } from './forget-viewer.js';
import { HomePage } from './home-page.js';
import { NotFoundPage } from './not-found-page.js';

const Starfield = lazy(() => import('../components/starfield/starfield.js'));
const UploadPage = lazy(() => import('./upload-page.js'));

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
