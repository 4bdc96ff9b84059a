import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import * as contracts from '@secure-preview/contracts';
import { breaksOf } from './breaks.js';
import { committedWire, currentWire, wireDocuments, wireOf } from './wire-files.js';

const committed = committedWire();
const before = wireOf(committed);
const now = currentWire();

it('keeps this version and the previous one compatible', () => {
  expect(Object.keys(before.methods).length).toBeGreaterThan(25);
  expect(breaksOf(before, now)).toEqual([]);
});

// If only this fails, the contracts changed compatibly. Review the difference, then run `npm run openapi`.
it.each(
  Object.entries(wireDocuments(committed)).map(([file, text]) => [basename(file), file, text] as const),
)('%s matches the contracts', (_name, file, text) => {
  expect(readFileSync(file, 'utf8')).toBe(text);
});

const methods = Object.values(contracts as Record<string, unknown>)
  .filter(
    (value): value is contracts.RpcGroup => typeof value === 'object' && value !== null && 'methods' in value,
  )
  .flatMap((group) => Object.values(group.methods));

it.each(methods.map((method) => [method.pattern, method] as const))(
  '%s accepts its example',
  (pattern, method) => {
    const { request, answer } = committed.methods[pattern] ?? {};
    // `null` after `npm run openapi` of a new call: replace it in libs/contracts/wire with real data.
    expect([request?.example, answer?.example]).not.toContain(null);
    expect(() => contracts.parseInput(method.input, request?.example)).not.toThrow();
    expect(() => contracts.parseInput(method.output, answer?.example)).not.toThrow();
  },
);

it('reads a stored session of the previous version', () => {
  expect(() => contracts.parseInput(contracts.sessionRecord, committed.session.example)).not.toThrow();
});
