import { en, type Messages } from '../../messages/en.js';
import { LANGUAGE_KEY } from '../constants.js';

let shown: Messages = en;
const listeners = new Set<() => void>();

/** The texts of the page in its language. */
export const languageStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: () => shown,
  show(messages: Messages): void {
    shown = messages;
    for (const listener of listeners) listener();
  },
};

/** Stores the language that the visitor chose in the browser. Does nothing if storage is unavailable. */
export const storedLanguage = {
  read(): string | undefined {
    try {
      return localStorage.getItem(LANGUAGE_KEY) ?? undefined;
    } catch {
      return undefined;
    }
  },
  write(language: string): void {
    try {
      localStorage.setItem(LANGUAGE_KEY, language);
    } catch {
      // Storage is unavailable.
    }
  },
};
