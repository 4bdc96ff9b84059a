import { deAudiencePage } from './audience-page/de.js';
import { deLivePage } from './live-page/de.js';

/** Returns the texts of a catalogue that are no functions. */
const textsOf = (messages: object): string[] =>
  Object.values(messages).flatMap((value) =>
    typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? textsOf(value) : [],
  );

it('calls flags “Auffälligkeiten”, because alerts are “Hinweise”', () => {
  const texts = [deAudiencePage, deLivePage].flatMap(textsOf);
  expect(texts).toContain('Auffälligkeiten');
  expect(texts.filter((text) => /Hinweis/.test(text))).toEqual([]);
});

it('has one name for the engagement of a version', () => {
  const { audience, engagement, person } = deAudiencePage;
  for (const text of [audience.engagementLink, engagement.title, person.versions.engagement])
    expect(text).toMatch(/^Auswertung/);
});

it('calls viewings otherwise than sessions', () => {
  const { viewings, viewingsAxis, days } = deAudiencePage.engagement;
  for (const text of [viewings(2, '2'), viewingsAxis, days.note('Zeitzone')])
    expect(text).not.toMatch(/Sitzung/);
});

it('names devices alike on the live page and the page of a person', () => {
  const live = deLivePage.live.device('Chrome', 'Linux');
  expect(deAudiencePage.person.device('Chrome', 'Linux')).toBe(live);
});
