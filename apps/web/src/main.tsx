import './lib/history-guard.js';
import './lib/zod-without-eval.js';
import './app/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.js';
import { createAppQueryClient, Providers } from './app/providers.js';
import { authStatusQuery } from './lib/api/auth-status.js';
import { portalConfigQuery } from './lib/api/portal-config.js';
import { reloadIfDeployed } from './lib/deployment.js';

// A part of the interface failed to load.
addEventListener('vite:preloadError', () => void reloadIfDeployed());
const queryClient = createAppQueryClient();
// Prefetched before React starts: the first screen depends on these responses.
void queryClient.prefetchQuery(authStatusQuery);
void queryClient.prefetchQuery(portalConfigQuery);

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
createRoot(root).render(
  <StrictMode>
    <Providers queryClient={queryClient}>
      <App />
    </Providers>
  </StrictMode>,
);
