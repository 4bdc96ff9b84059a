import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningProgram, run } from '../system/program.js';
import { withClient } from './bootstrap.js';
import { type EmbeddedPostgres, embeddedPostgres } from './postgres.js';
import { databaseRoles } from './roles.js';

describe('the embedded Postgres', () => {
  let top: string;
  const started: RunningProgram[] = [];
  beforeEach(() => {
    top = mkdtempSync(join(tmpdir(), 'embedded-'));
    chmodSync(top, 0o711);
  });
  afterEach(async () => {
    for (const program of started.splice(0)) await program.stop();
    rmSync(top, { recursive: true, force: true });
  });

  async function start(dataDir: string): Promise<EmbeddedPostgres & { running: RunningProgram }> {
    const postgres = await embeddedPostgres(dataDir);
    const running = await run(postgres.program, () => undefined);
    started.push(running);
    await running.ready;
    await postgres.bootstrap();
    return { ...postgres, running };
  }
  const query = (url: string, sql: string) =>
    withClient(url, async (client) => (await client.query(sql)).rows);

  it('stops a server of an earlier run, and serves the same data on the same port', async () => {
    const first = await start(top);
    await query(first.adminUrl, 'CREATE TABLE stored AS SELECT 1 AS id');
    // The first server is still running, as after a kill -9 of its starter.
    const second = await start(top);
    await expect(first.running.exited).resolves.toBe('exit code 0');
    expect(second.port).toBe(first.port);
    expect(await query(second.adminUrl, 'SELECT * FROM stored')).toEqual([{ id: 1 }]);
  });

  it('keeps committed data over a kill -9', async () => {
    const first = await start(top);
    await query(first.adminUrl, 'CREATE TABLE stored AS SELECT 1 AS id');
    first.running.child.kill('SIGKILL');
    await first.running.exited;
    const second = await start(top);
    expect(await query(second.adminUrl, 'SELECT * FROM stored')).toEqual([{ id: 1 }]);
  });

  it('works with a data folder in a home that only its owner may enter', async () => {
    const dataDir = join(top, 'private', 'data');
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const postgres = await start(dataDir);
    try {
      // The link in the data folder points to the cluster.
      expect(realpathSync(join(dataDir, 'postgres'))).toBe(postgres.home);
      expect(await query(postgres.urls.media, 'SELECT 1 AS id')).toEqual([{ id: 1 }]);
      await postgres.running.stop();
      const restarted = await start(dataDir);
      expect(restarted.home).toBe(postgres.home);
      await restarted.running.stop();
    } finally {
      rmSync(postgres.home, { recursive: true, force: true });
    }
  });

  it.each(databaseRoles)(
    'prevents %s from creating objects and from connecting to other databases',
    async (role) => {
      const { urls, adminUrl } = await start(top);
      const appUrl = urls[role];
      await query(adminUrl, 'CREATE SCHEMA leads');
      for (const sql of [
        'CREATE SCHEMA x',
        'CREATE TEMP TABLE x ()',
        'CREATE ROLE x',
        'CREATE TABLE leads.x ()',
        'SELECT lo_create(0)',
        'SELECT lo_creat(-1)',
        "SELECT lo_from_bytea(0, 'x')",
      ]) {
        await expect(query(appUrl, sql)).rejects.toThrow('permission denied');
      }
      for (const database of ['postgres', 'template1']) {
        const { href } = Object.assign(new URL(appUrl), { pathname: `/${database}` });
        await expect(query(href, 'SELECT 1')).rejects.toThrow('permission denied');
      }
      await expect(query(appUrl.replace(/:[^:@]+@/, ':wrong@'), 'SELECT 1')).rejects.toThrow(
        'password authentication failed',
      );
    },
  );
});
