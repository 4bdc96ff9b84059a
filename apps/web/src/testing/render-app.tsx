import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createAppQueryClient, Providers } from '../app/providers.js';
import { en, type Messages } from '../messages/en.js';
import { onTestEnd } from './on-test-end.js';

/** Renders part of the interface with all its providers. */
export function renderApp(children: ReactNode, path = '/', messages: Messages = en) {
  history.replaceState(null, '', path);
  const queryClient = createAppQueryClient(() => messages);
  // Its timers of five minutes would keep the test process alive.
  onTestEnd(() => queryClient.clear());
  render(
    <Providers messages={messages} queryClient={queryClient}>
      {children}
    </Providers>,
  );
  return { queryClient, user: userEvent.setup() };
}
