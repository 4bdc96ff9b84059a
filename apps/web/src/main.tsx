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
import { loadMessages } from './messages/index.js';

// Fires when a part of the app fails to load.
addEventListener('vite:preloadError', () => void reloadIfDeployed());

async function start(): Promise<void> {
  const messages = await loadMessages(navigator.languages);
  document.title = messages.brand.name;
  const queryClient = createAppQueryClient(messages);
  // Prefetched before React starts, because the first screen needs these responses.
  void queryClient.prefetchQuery(authStatusQuery);
  void queryClient.prefetchQuery(portalConfigQuery);

  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root');
  createRoot(root).render(
    <StrictMode>
      <Providers messages={messages} queryClient={queryClient}>
        <App />
      </Providers>
    </StrictMode>,
  );
}

// Not awaited: later imports of this module would otherwise wait for its end.
void start();
