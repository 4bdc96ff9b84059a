// First: removes the secret of an invitation from the address before anything else runs.
import './lib/invitation-link.js';
import './lib/history-guard.js';
import './lib/zod-without-eval.js';
import './app/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.js';
import { preloadInvitation } from './app/preload-invitation.js';
import { createAppQueryClient, PageProviders } from './app/providers.js';
import { authStatusQuery } from './lib/api/auth-status.js';
import { reloadIfDeployed } from './lib/deployment.js';
import { languageStore } from './lib/language/language-store.js';
import { startLanguage } from './lib/language/start-language.js';
import { messagesAt } from './messages/use-messages.js';

// Fires when a part of the app fails to load.
addEventListener('vite:preloadError', () => void reloadIfDeployed());

async function start(): Promise<void> {
  const queryClient = createAppQueryClient(() => messagesAt(location.pathname, languageStore.read()));
  // Requested before React starts, because the first screen needs the responses.
  void queryClient.prefetchQuery(authStatusQuery);
  await startLanguage(queryClient);
  preloadInvitation(queryClient).catch(() => undefined);

  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root');
  createRoot(root).render(
    <StrictMode>
      <PageProviders queryClient={queryClient}>
        <App />
      </PageProviders>
    </StrictMode>,
  );
}

// Not awaited: later imports of this module would otherwise wait for its end.
void start();
