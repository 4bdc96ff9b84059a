import { createContext, type ReactNode, useContext, useLayoutEffect } from 'react';
import { useLocation } from 'wouter';
import { en, type Messages } from './en.js';

const MessagesContext = createContext<Messages>(en);

/** Returns the texts of the page in its language. */
export const useMessages = (): Messages => useContext(MessagesContext);

export const isAdminPath = (path: string): boolean => /^\/upload(\/|$)/.test(path);

/** Returns the texts of a page: English ones in the admin area, unless it is translated. */
export const messagesAt = (path: string, messages: Messages): Messages =>
  isAdminPath(path) && !messages.adminTexts ? en : messages;

/** Sets the language of the page, and the direction of its script. */
export function MessagesProvider({ messages, children }: { messages: Messages; children: ReactNode }) {
  const [path] = useLocation();
  const shown = messagesAt(path, messages);
  useLayoutEffect(() => {
    Object.assign(document.documentElement, { lang: shown.language, dir: shown.direction });
  }, [shown]);
  return <MessagesContext value={shown}>{children}</MessagesContext>;
}
