import { isolateNames } from '../isolate.js';

/** English texts of the live page. They are loaded with it. */
export const enLivePage = isolateNames({
  live: {
    title: 'Live',
  },
});

export type LivePageMessages = typeof enLivePage;
