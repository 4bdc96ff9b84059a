import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LeadsService } from '../leads/leads.service.js';
import { runBuiltCommand, runCommand } from '../testing/run-command.js';
import { type RunningAnalytics, startAnalytics } from '../testing/running-analytics.js';

const TEXT = 'I accept.';
const termsSha256 = createHash('sha256').update(TEXT).digest('hex');
let analytics: RunningAnalytics;
let dir: string;

beforeAll(async () => {
  analytics = await startAnalytics();
  const leads = (await analytics.replica()).get(LeadsService);
  await leads.registerTerms(termsSha256, '2025-10', TEXT);
  for (const name of ['Ada Lovelace', '=cmd|calc', 'Grace Hopper']) {
    const lead = {
      name,
      email: 'a@example.org',
      ip: '203.0.113.1',
      userAgent: 'Test',
      sessionRef: randomUUID(),
      verifiedBy: 'none' as const,
      invitationId: null,
    };
    await leads.capture({ ...lead, termsSha256 }, randomUUID());
  }
});
afterAll(() => analytics?.stop());
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'export-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

async function portal(args: string[], extraVariables: Record<string, string> = {}, run = runCommand) {
  const { code, stdout, stderr } = await run(args, {
    DATABASE_URL: analytics.database.appUrl,
    ...extraVariables,
  });
  return { code, stdout: stdout.toString(), stderr };
}
const builtPortal = (args: string[], extraVariables: Record<string, string> = {}) =>
  portal(args, extraVariables, runBuiltCommand);

it('lists the newest leads and their total', async () => {
  const { code, stdout } = await builtPortal(['list-leads', '--limit', '2']);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^\S+Z {2}0:00 .*Grace Hopper <a@example\.org>.*\n.*=cmd\|calc.*\nLeads listed: 2 of 3\.\n$/,
  );
  expect((await portal(['list-leads', '--search', 'LOVE'])).stdout).toMatch(
    /Ada.*\nLeads listed: 1 of 1\.\n$/,
  );
});

it('lists leads in the requested order with time, watched time, IP address and id', async () => {
  const { stdout } = await portal(['list-leads', '--sort', 'name']);
  const lines = stdout.split('\n').slice(0, 3);
  expect(lines.map((line) => /(=cmd|Ada|Grace)/.exec(line)?.[1])).toEqual(['=cmd', 'Ada', 'Grace']);
  for (const line of lines) {
    expect(line).toMatch(/^20\d\d-\d\d-\d\dT[\d:]{8}Z {2}0:00 +\S.* {2}203\.0\.113\.1 {2}[0-9a-f-]{36}$/);
  }
});

it('rounds watched seconds and share as the page does', async () => {
  await analytics.owner.query(
    `INSERT INTO analytics.watched_summaries (lead_id, trailer_id, trailer_seconds, watched_seconds)
     SELECT id, gen_random_uuid(), 40, 7.6 FROM analytics.leads WHERE name = 'Ada Lovelace'`,
  );
  const { stdout } = await portal(['list-leads', '--search', 'ada']);
  await analytics.owner.query('TRUNCATE analytics.watched_summaries');
  expect(stdout).toMatch(/Z {2}0:08 \(19 %\) +Ada/);
});

it('replaces control characters in names', async () => {
  const rename = `UPDATE analytics.leads SET name = $1 WHERE name = $2`;
  const hostileName = 'Ada\u001b]0;owned\u0007 Lovelace';
  await analytics.owner.query(rename, [hostileName, 'Ada Lovelace']);
  const { stdout } = await portal(['list-leads']);
  await analytics.owner.query(rename, ['Ada Lovelace', hostileName]);
  expect(stdout).toContain('Ada\uFFFD]0;owned\uFFFD Lovelace');
  expect(stdout.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
});

it('exports leads as CSV and as JSON, oldest first', async () => {
  const csv = await builtPortal(['export-leads']);
  expect(csv).toMatchObject({ code: 0, stderr: 'Leads exported: 3.\n' });
  const rows = csv.stdout.split('\r\n');
  const names = rows.map((row) => row.split(',')[2]);
  expect(names).toEqual(['name', 'Ada Lovelace', "'=cmd|calc", 'Grace Hopper', undefined]);
  const json = JSON.parse((await portal(['export-leads', '--format', 'json'])).stdout);
  expect(json).toHaveLength(3);
  expect(json[1]).toMatchObject({
    name: '=cmd|calc',
    userAgent: 'Test',
    termsSha256,
    termsVersion: '2025-10',
    watchedSeconds: 0,
    deliveredSeconds: 0,
    ipAddress: '203.0.113.1',
  });
});

it('writes a file that only its owner can read, and replaces an existing one only with --force', async () => {
  const file = join(dir, 'leads.csv');
  expect(await portal(['export-leads', '--output', file])).toMatchObject({ code: 0, stdout: '' });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  writeFileSync(file, 'mine');
  const refused = await portal(['export-leads', '--output', file]);
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('already exists. Use --force'),
  });
  expect(readFileSync(file, 'utf8')).toBe('mine');
  expect(await portal(['export-leads', '--output', file, '--force'])).toMatchObject({ code: 0 });
  expect(readFileSync(file, 'utf8')).toContain('Ada Lovelace');
});

it('leaves no partial file when the database is unreachable', async () => {
  const file = join(dir, 'leads.csv');
  const refused = await builtPortal(['export-leads', '--output', file], {
    DATABASE_URL: 'postgres://nobody:x@127.0.0.1:1/none',
  });
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The leads were not exported: .*ECONNREFUSED/),
  });
  expect(readdirSync(dir)).toEqual([]);
});

it.each([
  [['export-leads', '--format', 'xls'], '--format must be csv or json.'],
  [['list-leads', '--limit', 'all'], '--limit must be a whole number from 1 to 500.'],
  [['list-leads', '--sort', 'age'], '--sort must be one of newest, oldest, name, email.'],
  [['list-leads', '--json'], "Unknown option '--json'."],
  [['list-leads', 'ada'], "Unexpected argument 'ada'."],
  [['leads'], 'Unknown command “leads”.'],
])('prints the error and the usage when called with %j', async (args, sentence) => {
  const { code, stdout, stderr } = await portal(args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(`${sentence}\n\nUsage: portal `);
});

it('prints its help', async () => {
  expect(await portal(['--help'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('export-leads'),
  });
  expect(await portal(['list-leads', '--help'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('--limit'),
  });
});

it('names the people of a found copy, and says who only claimed an address', async () => {
  const [ada] = await analytics.owner.query(`SELECT id FROM analytics.leads WHERE name = 'Ada Lovelace'`);
  const name = { markId: ada.id, trailerId: randomUUID(), test: 'single', log10Np: -9 };
  const result = {
    ...{ verdict: 'named', reason: null, enoughSeconds: null, codewordsScored: 4, readings: [] },
    names: [{ ...name, partners: [], sameCodeword: [], differs: [] }],
  };
  const input = Buffer.from(JSON.stringify({ seconds: 30, result }));
  const env = { DATABASE_URL: analytics.database.appUrl };
  const json = await runBuiltCommand(['name-copies', '--json'], env, input);
  expect(JSON.parse(json.stdout.toString())).toMatchObject({
    verdict: 'named',
    people: [{ email: 'a@example.org', name: 'Ada Lovelace', proved: false, np: 1e-9 }],
  });
  const text = await runCommand(['name-copies'], env, input);
  expect(text.stdout.toString()).toContain('claimed to be Ada Lovelace <a@example.org>: N·p = 10^-9.0');
  expect(await runCommand(['name-copies'], env, Buffer.from('{}'))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The people could not be named'),
  });
});

it('exports more data than fits into memory', async () => {
  const rows = 12_000;
  await analytics.owner.query(
    `INSERT INTO analytics.leads (id, command_id, name, email, search_text, ip, user_agent, session_ref, terms_sha256)
     SELECT gen_random_uuid(), gen_random_uuid(), repeat('n', 200), 'b@example.org', 'x', '203.0.113.1',
            repeat('agent', 1200), gen_random_uuid(), $1 FROM generate_series(1, $2)`,
    [termsSha256, rows],
  );
  const file = join(dir, 'leads.json');
  const exported = await builtPortal(['export-leads', '--format', 'json', '--output', file], {
    NODE_OPTIONS: '--max-old-space-size=64',
  });
  expect(exported).toMatchObject({ code: 0, stderr: `Leads exported to ${file}: ${rows + 3}.\n` });
  expect(statSync(file).size).toBeGreaterThan(64 * 2 ** 20);
});

it('checks the Redis for calls in the doctor command', async () => {
  const { code, stdout } = await builtPortal(['doctor'], { RPC_REDIS_URL: 'redis://127.0.0.1:1' });
  expect(code).toBe(1);
  expect(stdout).toMatch(/ERROR {4}redis \(calls\) +Redis cannot be reached .*\n +→ Start Redis/);
});
