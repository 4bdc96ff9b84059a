import { StreamParser } from './stream-lines.js';

const eventsOf = (...pieces: string[]) => {
  const parser = new StreamParser();
  return pieces.flatMap((piece) => parser.push(piece).data);
};

it.each([
  ['one event', ['data: {"a":1}\n\n'], ['{"a":1}']],
  ['several events', ['data: a\n\ndata: b\n\n'], ['a', 'b']],
  ['an event in pieces', ['da', 'ta: he', 'llo', '\n', '\n'], ['hello']],
  ['an event of several lines', ['data: a\ndata: b\n\n'], ['a\nb']],
  ['lines that end with CR LF', ['data: a\r', '\n\r\n'], ['a']],
  ['data without a space', ['data:a\n\n'], ['a']],
  ['comments and unknown fields', [': open\n\nid: 1\nevent: x\n:\n\n'], []],
  ['an event that is not complete', ['data: a\n'], []],
])('parses %s', (_case, pieces, events) => {
  expect(eventsOf(...pieces)).toEqual(events);
});

it('returns the delay that the server requests', () => {
  const parser = new StreamParser();
  expect(parser.push('retry: 25').retryMs).toBeUndefined();
  expect(parser.push('00\n\n').retryMs).toBe(2500);
  expect(parser.push('retry: soon\n\n').retryMs).toBeUndefined();
});
