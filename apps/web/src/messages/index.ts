import { en, type Messages } from './en.js';

/** The words of the interface in the language of this build. */
export const messages: Messages = en;

/** That language (BCP 47), in which dates and numbers are written too. */
export const locale = 'en';
