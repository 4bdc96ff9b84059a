import { createContext, type ReactNode, useContext, useLayoutEffect } from 'react';
import { en, type Messages } from './en.js';

const MessagesContext = createContext<Messages>(en);

/** Returns the texts of the page in its language. */
export const useMessages = (): Messages => useContext(MessagesContext);

/** Sets the language of the page. */
export function MessagesProvider({ messages, children }: { messages: Messages; children: ReactNode }) {
  useLayoutEffect(() => {
    document.documentElement.lang = messages.locale;
  }, [messages]);
  return <MessagesContext value={messages}>{children}</MessagesContext>;
}
