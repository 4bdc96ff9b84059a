import { randomUUID } from 'node:crypto';
import type { LeadSort } from '@secure-preview/contracts';
import { Client } from 'pg';
import { median, type Row, report } from '../report.js';
import { type AnalyticsService, startAnalyticsService } from './analytics-service.js';
import { seedLeads } from './seed.js';

const LEADS = 100_000;
const PAGE = 100;
const ROUNDS = 31;

interface Query {
  sort: LeadSort;
  q?: string;
  cursor?: string;
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** The middle page of the list. */
async function middleOf({ leads }: AnalyticsService, owner: Client): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    'SELECT id FROM analytics.leads ORDER BY captured_at DESC, id DESC OFFSET $1 LIMIT 1',
    [LEADS / 2],
  );
  const cursor = Buffer.from((rows[0]?.id ?? '').replaceAll('-', ''), 'hex').toString('base64url');
  await leads.list({ limit: PAGE, sort: 'newest', cursor }, { requestId: randomUUID() });
  return cursor;
}

/** A page of the lead list by a call to the built service, against a plain page of the table by its primary key. */
export async function run(): Promise<void> {
  const service = await startAnalyticsService();
  const owner = new Client({ connectionString: service.databaseUrl });
  await owner.connect();
  try {
    await seedLeads(owner, LEADS);
    const { rows } = await owner.query<{ name: string }>('SELECT name FROM analytics.leads LIMIT 1');
    const surname = rows[0]?.name.split(' ')[1] ?? '';
    const queries: [string, Query][] = [
      ['newest', { sort: 'newest' }],
      ['newest, from the middle', { sort: 'newest', cursor: await middleOf(service, owner) }],
      ['by name', { sort: 'name' }],
      ['search that finds one', { sort: 'newest', q: surname }],
      ['search that finds twenty', { sort: 'name', q: await commonWord(owner) }],
      ['search that finds all', { sort: 'newest', q: 'example' }],
      ['search for two letters', { sort: 'email', q: 'zz' }],
      ['search that finds none', { sort: 'newest', q: 'nobody at all' }],
    ];
    const result: Row[] = [];
    for (const [name, query] of queries) {
      const page = () => service.leads.list({ limit: PAGE, ...query }, { requestId: randomUUID() });
      const plain = () => owner.query('SELECT * FROM analytics.leads ORDER BY id LIMIT $1', [PAGE]);
      await page();
      const ours: number[] = [];
      const baseline: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        ours.push(await milliseconds(page));
        baseline.push(await milliseconds(plain));
      }
      result.push({
        name: `${PAGE} of ${LEADS} leads, ${name}`,
        value: median(ours),
        unit: 'ms',
        baseline: median(baseline),
        ratio: median(ours) / median(baseline),
      });
    }
    await report('leads', result);
  } finally {
    await owner.end();
    await service.stop();
  }
}

/** The first name of twenty leads. */
async function commonWord(owner: Client): Promise<string> {
  const { rows } = await owner.query<{ word: string }>(
    "SELECT split_part(name, ' ', 1) AS word FROM analytics.leads GROUP BY 1 ORDER BY count(*) DESC LIMIT 1",
  );
  return rows[0]?.word ?? '';
}
