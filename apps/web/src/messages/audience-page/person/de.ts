import type { AudiencePageMessages } from '../en.js';

/** German texts of the person page of the audience. */
export const dePerson: Pick<AudiencePageMessages, 'person'> = {
  person: {
    title: 'Person',
  },
};
