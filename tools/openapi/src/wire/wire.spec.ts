import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import * as contracts from '@secure-preview/contracts';
import { breaksOf } from './breaks.js';
import { committedWire, wireDocuments, wireOf, wireToday } from './wire-files.js';

const committed = committedWire();
const before = wireOf(committed);
const now = wireToday();

it('this version and the one before understand each other', () => {
  expect(Object.keys(before.methods).length).toBeGreaterThan(25);
  expect(breaksOf(before, now)).toEqual([]);
});

// When this alone fails, the contracts changed as they may: look at the difference, then run `npm run openapi`.
it.each(
  Object.entries(wireDocuments(committed)).map(([file, text]) => [basename(file), file, text] as const),
)('%s is what the contracts say', (_name, file, text) => {
  expect(readFileSync(file, 'utf8')).toBe(text);
});

const methods = Object.values(contracts as Record<string, unknown>)
  .filter(
    (value): value is contracts.RpcGroup => typeof value === 'object' && value !== null && 'methods' in value,
  )
  .flatMap((group) => Object.values(group.methods));

it.each(methods.map((method) => [method.pattern, method] as const))(
  '%s takes its example',
  (pattern, method) => {
    const { request, answer } = committed.methods[pattern] ?? {};
    expect(() => contracts.parseInput(method.input, request?.example)).not.toThrow();
    expect(() => contracts.parseInput(method.output, answer?.example)).not.toThrow();
  },
);

it('a session that was left in Redis is read', () => {
  expect(() => contracts.parseInput(contracts.sessionRecord, committed.session.example)).not.toThrow();
});
