import { median, type Row, withGoal } from '../report.js';
import type { EntryPortal } from './entry-portal.js';
import { type ImportTimes, invite } from './invite.js';

const ROUNDS = 3;
/** Largest import (docs/product.md#access). */
const PEOPLE = 5000;
/** Addresses of one domain. */
const DOMAIN_SIZE = 100;
const GOAL_MS = 3000;

/** Measures the largest import, each round with new addresses. */
export async function importRows({ administrator }: EntryPortal): Promise<Row[]> {
  const times: ImportTimes[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await invite(administrator, people(round)));
  const row = (step: string, values: readonly number[]) =>
    withGoal(
      {
        name: `import of ${PEOPLE} addresses, ${step}, median of ${ROUNDS}`,
        value: median(values),
        unit: 'ms',
      },
      '≤',
      GOAL_MS,
    );
  return [
    row(
      'until the preview',
      times.map(({ previewMs }) => previewMs),
    ),
    row(
      'from confirming until queued',
      times.map(({ queuedMs }) => queuedMs),
    ),
  ];
}

const people = (round: number) =>
  Array.from({ length: PEOPLE }, (_, index) => ({
    email: `person-${index}@import-${round}-${Math.floor(index / DOMAIN_SIZE)}.example`,
    name: `Person ${index}`,
  }));

/** Returns the addresses of the first import. */
export const importedAddresses = (): string[] => people(0).map(({ email }) => email);
