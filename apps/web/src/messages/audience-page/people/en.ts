/** English texts of the overview of the audience. */
export const enPeople = {
  audience: {
    title: 'Audience',
  },
};
