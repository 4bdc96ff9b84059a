import type { AudiencePageMessages } from '../en.js';

/** German texts of the engagement page of the audience. */
export const deEngagement: Pick<AudiencePageMessages, 'engagement'> = {
  engagement: {
    title: 'Verlauf des Ansehens',
  },
};
