import type { LivePageMessages } from './en.js';

/** German texts of the live page. */
export const deLivePage: LivePageMessages = {
  live: {
    title: 'Live',
  },
};
