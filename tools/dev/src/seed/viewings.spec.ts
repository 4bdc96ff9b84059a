import { makeLeads } from './viewings.js';

describe('seeded leads', () => {
  const { leads, viewings } = makeLeads(200, 20);

  it('are the same in each run', () => expect(makeLeads(200, 20)).toEqual({ leads, viewings }));

  it('have ids and e-mails of their own', () => {
    expect(new Set(leads.map(({ id }) => id)).size).toBe(200);
    expect(new Set(leads.map(({ email }) => email)).size).toBe(200);
    expect(new Set(viewings.map(({ id }) => id)).size).toBe(viewings.length);
  });

  it('watched nothing, opened it, watched a part, all of it, or all of it twice', () => {
    const secondsOf = (id: string | undefined) =>
      viewings.filter(({ leadId }) => leadId === id).map(({ seconds }) => Math.round(seconds));
    expect([0, 1, 2, 5, 6].map((n) => secondsOf(leads[n]?.id))).toEqual([[], [0], [3], [20], [20, 20]]);
  });

  it('include phones, names of several scripts, and visits that the administrator ended', () => {
    expect(leads.filter(({ userAgent }) => userAgent.includes('iPhone'))).toHaveLength(40);
    expect(leads.filter(({ ended }) => ended)).toHaveLength(20);
    expect(leads.some(({ name }) => /\p{Script=Arabic}/u.test(name))).toBe(true);
  });
});
