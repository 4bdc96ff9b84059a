import { MutationCache, QueryCache, type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useSyncExternalStore } from 'react';
import { Toaster } from '../components/ui/toast/toaster.js';
import { refreshAuthStatus } from '../lib/api/auth-status.js';
import { endedReason, isSessionExpired, isUploadPasswordMissing } from '../lib/http-error.js';
import { languageStore } from '../lib/language/language-store.js';
import { createQueryClient } from '../lib/query-client.js';
import type { Messages } from '../messages/en.js';
import { MessagesProvider } from '../messages/use-messages.js';
import { showAccessEnded } from './access-ended.js';
import { announceSessionExpired } from './session-expiry.js';

/**
 * Creates a query client that detects the end of the session, of its upload level, or of access in any response.
 *
 * @param readMessages returns the texts of the page in its present language
 */
export function createAppQueryClient(readMessages: () => Messages): QueryClient {
  const onError = (error: Error) => {
    const reason = endedReason(error);
    if (reason) showAccessEnded(queryClient, reason);
    else if (isSessionExpired(error)) void announceSessionExpired(queryClient, readMessages());
    else if (isUploadPasswordMissing(error)) void refreshAuthStatus(queryClient);
  };
  const queryClient: QueryClient = createQueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
  });
  return queryClient;
}

interface ProvidersProps {
  messages: Messages;
  queryClient: QueryClient;
  children: ReactNode;
}

export function Providers({ messages, queryClient, children }: ProvidersProps) {
  return (
    <MessagesProvider messages={messages}>
      <QueryClientProvider client={queryClient}>
        {children}
        <Toaster />
      </QueryClientProvider>
    </MessagesProvider>
  );
}

/** {@link Providers} in the language of the page. */
export function PageProviders(props: Omit<ProvidersProps, 'messages'>) {
  return (
    <Providers {...props} messages={useSyncExternalStore(languageStore.subscribe, languageStore.read)} />
  );
}
