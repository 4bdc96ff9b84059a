/** English texts of the person page of the audience. */
export const enPerson = {
  person: {
    title: 'Person',
  },
};
