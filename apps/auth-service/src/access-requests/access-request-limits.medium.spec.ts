import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { type RunningAuth, startAuth } from '../testing/running-auth.js';
import { MAX_OPEN_REQUESTS, type NewAccessRequest } from './access-request.js';
import { listRequests } from './access-request-list.queries.js';
import { AccessRequestsService } from './access-requests.service.js';

let auth: RunningAuth;
let replicas: readonly [AccessRequestsService, AccessRequestsService];
let owner: DataSource;

beforeAll(async () => {
  auth = await startAuth();
  replicas = [
    (await auth.replica()).get(AccessRequestsService),
    (await auth.replica()).get(AccessRequestsService),
  ];
  owner = await new DataSource({ type: 'postgres', url: auth.ownerUrl }).initialize();
});
beforeEach(() => owner.query('TRUNCATE auth.access_requests, outbox.alerts'));
afterAll(async () => {
  await owner?.destroy();
  await auth?.stop();
});

const newRequest = (changes: Partial<NewAccessRequest> = {}): NewAccessRequest => ({
  name: 'Ada',
  email: `${randomUUID()}@kino.example`,
  reason: '',
  language: 'fr',
  gateMode: 'invited',
  ...changes,
});
/** Sends requests of different addresses to both replicas at once. */
const requestMany = (count: number, changes: Partial<NewAccessRequest> = {}) =>
  Promise.all(
    Array.from({ length: count }, (_, i) =>
      replicas[i % 2 ? 1 : 0].request(newRequest(changes), randomUUID()),
    ),
  );
const count = async (from: string): Promise<number> =>
  Number((await owner.query(`SELECT count(*) FROM ${from}`))[0].count);
/** Stores requests of other addresses as they were before this limit. */
const fill = (rows: number, state: 'open' | 'dismissed') =>
  owner.query(
    `INSERT INTO auth.access_requests
       (command_id, email_key, email, name, reason, language, state, decided_at, at)
     SELECT gen_random_uuid(), n || $2, n || $2, 'Ada', '', 'en', $3,
            CASE WHEN $3 <> 'open' THEN now() END, now() - interval '2 days' + make_interval(secs => n)
     FROM generate_series(1, $1::int) AS n`,
    [rows, `@${state}.example`, state],
  );

it('keeps at most 10,000 open requests, and stores further ones once some are decided', async () => {
  await fill(MAX_OPEN_REQUESTS - 2, 'open');
  await requestMany(6);
  expect(await count(`auth.access_requests WHERE state = 'open'`)).toBe(MAX_OPEN_REQUESTS);
  expect(await count('outbox.alerts')).toBe(2);
  const [service] = replicas;
  const by = { sessionRef: randomUUID(), name: 'Grace' };
  const [newest] = (await service.list({ limit: 1, sort: 'newest' })).requests;
  await service.dismiss(newest?.id ?? '', by);
  await requestMany(2);
  expect(await count('auth.access_requests')).toBe(MAX_OPEN_REQUESTS + 1);
  expect(await count('outbox.alerts')).toBe(3);
});

it('reads the newest open requests without reading the decided ones', async () => {
  await fill(50_000, 'dismissed');
  await fill(300, 'open');
  await owner.query('VACUUM ANALYZE auth.access_requests');
  const plans: string[] = [];
  const explaining = {
    async query(sql: string, values: unknown[]) {
      plans.push(JSON.stringify(await owner.query(`EXPLAIN ${sql}`, values)));
      return owner.query(sql, values);
    },
  } as Pick<DataSource, 'query'>;
  const page = { limit: 101, after: undefined, search: undefined, state: 'open', sort: 'newest' } as const;
  const found = await listRequests(explaining, page);
  expect(found).toMatchObject({ total: 300, open: 300, requests: { length: 101 } });
  await listRequests(explaining, { ...page, after: found?.requests.at(-1)?.id });
  expect(plans).toHaveLength(2);
  for (const plan of plans) {
    expect(plan).toContain('Index Only Scan using access_requests_open_by_time');
    expect(plan).not.toMatch(/Seq Scan|strpos/);
  }
  await listRequests(explaining, { ...page, search: 'ada', state: undefined });
  expect(plans.at(-1)).toMatch(/Seq Scan.*strpos/);
});
