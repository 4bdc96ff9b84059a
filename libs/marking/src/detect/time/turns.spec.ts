import { atOnce, inTurns, type PartedWork } from './turns.js';

function* count(done: string[]): PartedWork<number> {
  for (const part of ['first', 'second']) {
    done.push(part);
    yield;
  }
  return done.length;
}

it('does all parts at once', () => {
  expect(atOnce(count([]))).toBe(2);
});

it('lets other work have its turn after each part', async () => {
  const done: string[] = [];
  setImmediate(() => done.push('other'));
  expect(await inTurns(count(done))).toBe(3);
  expect(done).toEqual(['first', 'other', 'second']);
});
