import { en, type Messages } from './en.js';

/** The words of the interface in the language of this build. */
export const messages: Messages = en;
