import { useMessages } from '../use-messages.js';
import { type EntryMessages, enEntry } from './en.js';

/** Returns the texts for entering with a code or an invitation, in the language of the page. */
export const useEntryMessages = (): EntryMessages => useMessages().entry ?? enEntry;
