import { makeLeads } from './viewings.js';

describe('makeLeads', () => {
  const { leads, viewings } = makeLeads(200, 20);

  it('returns the same leads in each run', () => expect(makeLeads(200, 20)).toEqual({ leads, viewings }));

  it('gives each lead a unique id and e-mail', () => {
    expect(new Set(leads.map(({ id }) => id)).size).toBe(200);
    expect(new Set(leads.map(({ email }) => email)).size).toBe(200);
    expect(new Set(viewings.map(({ id }) => id)).size).toBe(viewings.length);
  });

  it('includes leads that watched none, part or all of the trailer, or watched it twice', () => {
    const secondsOf = (id: string | undefined) =>
      viewings.filter(({ leadId }) => leadId === id).map(({ seconds }) => Math.round(seconds));
    expect([0, 1, 2, 5, 6].map((n) => secondsOf(leads[n]?.id))).toEqual([[], [0], [3], [20], [20, 20]]);
  });

  it('includes phones, names in several scripts, and visits that the administrator ended', () => {
    expect(leads.filter(({ userAgent }) => userAgent.includes('iPhone'))).toHaveLength(40);
    expect(leads.filter(({ ended }) => ended)).toHaveLength(20);
    expect(leads.some(({ name }) => /\p{Script=Arabic}/u.test(name))).toBe(true);
  });
});
