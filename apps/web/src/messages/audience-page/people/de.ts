import type { AudiencePageMessages } from '../en.js';

/** German texts of the overview of the audience. */
export const dePeople: Pick<AudiencePageMessages, 'audience'> = {
  audience: {
    title: 'Publikum',
  },
};
