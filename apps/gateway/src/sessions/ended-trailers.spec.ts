import { endedTrailers } from './ended-trailers.js';

it('returns the trailers whose last change ended their playback', () => {
  expect(endedTrailers(['first', '3', 'second', '-5', 'third', '4'])).toEqual(['first', 'third']);
});

it('returns none without marks', () => {
  expect(endedTrailers([])).toEqual([]);
});
