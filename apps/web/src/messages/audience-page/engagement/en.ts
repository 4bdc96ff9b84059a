/** English texts of the engagement page of the audience. */
export const enEngagement = {
  engagement: {
    title: 'Engagement',
  },
};
