import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { type ExportedLead, limits } from '@secure-preview/contracts';
import { type RunningAnalytics, startAnalytics } from '../testing/running-analytics.js';
import type { NewLead } from './lead.js';
import { LeadRepository } from './lead.repository.js';
import { exportedLeads } from './lead-export.js';
import { LeadExportService } from './lead-export.service.js';
import { LeadStatsService } from './lead-stats.service.js';
import { type LeadsQuery, LeadsService } from './leads.service.js';

const TEXT = 'I accept.';
const termsSha256 = createHash('sha256').update(TEXT).digest('hex');
let analytics: RunningAnalytics;
let replica: Awaited<ReturnType<RunningAnalytics['replica']>>;
let leads: LeadsService;

beforeAll(async () => {
  analytics = await startAnalytics();
  replica = await analytics.replica();
  leads = replica.get(LeadsService);
  await leads.registerTerms(termsSha256, '2025-10', TEXT);
});
afterAll(() => analytics?.stop());
beforeEach(() => analytics.owner.query('TRUNCATE analytics.leads'));

const capture = (overrides: Partial<NewLead> = {}) =>
  leads.capture(
    {
      name: 'Ada Lovelace',
      email: 'ada@example.org',
      ip: '203.0.113.1',
      userAgent: 'test',
      sessionRef: randomUUID(),
      termsSha256,
      verifiedBy: 'none',
      invitationId: null,
      ...overrides,
    },
    randomUUID(),
  );

/** Reads all pages of an export, and runs an action between them. */
async function pagesOf(query: Partial<LeadsQuery> = {}, between = async (): Promise<unknown> => undefined) {
  const pages: ExportedLead[][] = [];
  const service = replica.get(LeadExportService);
  let cursor: string | undefined;
  do {
    const page = await service.page({ limit: limits.leadsPage.max, sort: 'newest', ...query, cursor });
    expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThanOrEqual(200_000);
    pages.push(page.leads);
    cursor = page.nextCursor ?? undefined;
    await between();
  } while (cursor !== undefined);
  return pages;
}

it('has pages of at most 200 KB, which neither repeat nor skip leads while new ones arrive', async () => {
  const longest = {
    name: '名'.repeat(limits.name.max),
    email: `ada@${'e'.repeat(60)}.${'f'.repeat(60)}.example`,
    userAgent: '"'.repeat(512),
  };
  const ids: string[] = [];
  for (let count = 0; count < 250; count++) ids.push(await capture(longest));
  const pages = await pagesOf({}, () => capture());
  expect(pages.length).toBeGreaterThan(1);
  expect(pages.flat().map(({ id }) => id)).toEqual(ids.reverse());
});

it('contains the rows of the export from the command line', async () => {
  for (const name of ['Zoë', 'Ada', 'Émile']) await capture({ name });
  const rows = exportedLeads(replica.get(LeadRepository), replica.get(LeadStatsService));
  expect((await pagesOf({ sort: 'oldest', limit: 2 })).flat()).toEqual(await Readable.from(rows).toArray());
});

it('contains only leads that match search and proof, in the order of the list', async () => {
  await capture({ name: 'Zoë Proved', verifiedBy: 'code' });
  await capture({ name: 'Zoë Claimed' });
  await capture({ name: 'Bob Proved', verifiedBy: 'code' });
  await capture({ name: 'Ada Zoë Proved', verifiedBy: 'invitation' });
  const pages = await pagesOf({ q: 'zoë', proof: 'proved', sort: 'name' });
  expect(pages.flat().map(({ name }) => name)).toEqual(['Ada Zoë Proved', 'Zoë Proved']);
});
