import { randomUUID } from 'node:crypto';
import { notice } from '@secure-preview/contracts';
import { metricsText } from '@secure-preview/service-kit';
import { queryRows } from '@secure-preview/service-kit/postgres';
import { sumOf, until } from '@secure-preview/testing';
import * as z from 'zod';
import { randomObjectKey } from '../storage/object-key.js';
import { ObjectStore } from '../storage/object-store.js';
import { MediaApp } from '../testing/media-app.js';
import { type MediaServers, startMediaServers } from '../testing/media-servers.js';
import { runBuiltCommand, runCommand } from '../testing/run-command.js';

let servers: MediaServers;
let app: MediaApp;

beforeAll(async () => {
  servers = await startMediaServers({ MEDIA_ROLE: 'api' });
  app = await MediaApp.start(servers.environment);
});
afterAll(async () => {
  await app?.close();
  await servers?.stop();
});

/** Runs a command with the variables that the portal gives it. */
async function runWith(run: typeof runCommand, args: readonly string[]) {
  const { FFMPEG_PATH: _, FFPROBE_PATH: __, MEDIA_SECRET: ___, ...variables } = servers.variables;
  const { code, stdout, stderr } = await run(args, variables);
  return { code, stdout: stdout.toString(), stderr };
}
const portal = (...args: string[]) => runWith(runCommand, args);
const builtPortal = (...args: string[]) => runWith(runBuiltCommand, args);

it('exits with 1 while problems remain, and with 0 otherwise', async () => {
  expect(await builtPortal('verify-storage')).toEqual({
    code: 0,
    stdout: '0 objects in storage, none missing and none unknown.\n',
    stderr: '',
  });
  const key = randomObjectKey();
  await app.database.query('INSERT INTO media.stored_objects (key) VALUES ($1)', [key]);
  const refused = await portal('verify-storage', '--repair');
  expect(refused).toMatchObject({ code: 1, stdout: expect.stringContaining('--repair --accept-loss') });
  await app.upload('video', 'known');
  const found = await portal('verify-storage');
  expect(found).toMatchObject({ code: 1, stdout: expect.stringContaining('1 problem found, 0 repaired.') });
  const repaired = await portal('verify-storage', '--repair');
  expect(repaired).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('1 problem found, 1 repaired.'),
  });
  expect(await portal('verify-storage')).toMatchObject({ code: 0 });
});

it('keeps an object that may still be used, and reports it', async () => {
  const store = app.context.get(ObjectStore, { strict: false });
  await app.upload('video', 'known');
  await store.putBytes(randomObjectKey(), Buffer.from('stray'), 'video/mp4');
  expect(await portal('verify-storage', '--repair')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('It is less than an hour old and may still be used.'),
  });
});

it.each([
  [[], /^Usage: portal <command>[\s\S]*verify-storage/],
  [['verify'], /^Unknown command “verify”\.\n\nUsage: portal <command>/],
  [['verify-storage', '--force'], /^Unknown option '--force'\.\n\nUsage: portal verify-storage \[--repair/],
  [['verify-storage', '--accept-loss'], /^--accept-loss requires --repair/],
  [['activate-trailer'], /^Specify the id of one trailer\.\n\nUsage: portal activate-trailer <id>/],
  [['activate-trailer', 'newest'], /^newest is not a trailer id/],
  [['mark-trailer'], /^Specify the id of one trailer\.\n\nUsage: portal mark-trailer <id>/],
  [['mark-trailer', 'newest'], /^newest is not a trailer id/],
  [['requeue-jobs', '--failed', randomUUID()], /^Specify either --failed or ids/],
])('prints the correct usage for %j', async (args, message) => {
  expect(await portal(...args)).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(message),
  });
});

describe('trailers', () => {
  const add = async (title: string, state: string, key = randomObjectKey()) => {
    const id = randomUUID();
    const etag = (await app.context.get(ObjectStore, { strict: false }).facts(key))?.etag ?? 'none';
    await app.database.query(
      `INSERT INTO media.trailers (id, command_id, title, source_key, source_etag, source_bytes, status, ladder_done, failure)
       VALUES ($1, $2, $3, $4, $5, 1, $6, $6 <> 'processing', CASE $6 WHEN 'failed' THEN $7::jsonb END)`,
      [id, randomUUID(), title, key, etag, state, JSON.stringify(notice('NO_PICTURE'))],
    );
    return id;
  };
  const upload = async () => {
    const address = new URL(await app.upload('video', 'film'));
    return address.pathname.split('/').at(-1) ?? '';
  };
  const findJob = async (id: string) => {
    const rows = await queryRows(
      app.database,
      z.object({ due: z.boolean(), attempts: z.number() }),
      `SELECT run_at <= now() AS due, attempts FROM media_jobs.jobs WHERE key = 'process:' || $1`,
      [id],
    );
    return rows[0];
  };
  afterEach(async () => {
    await app.database.query('DELETE FROM media.active_trailers');
    await app.database.query('DELETE FROM media.trailers');
  });

  it('are listed with their ids, and one of them can be activated', async () => {
    expect(await builtPortal('list-trailers')).toMatchObject({
      code: 0,
      stdout: 'There is no trailer yet.\n',
    });
    const [first, second] = [await add('First cut', 'ready'), await add('Second cut', 'ready')];
    const broken = await add('Third cut', 'failed');
    expect(await builtPortal('activate-trailer', first)).toMatchObject({
      code: 0,
      stdout: '“First cut” is shown from now on.\n',
    });
    const { stdout } = await portal('list-trailers');
    expect(stdout.split('\n')).toEqual([
      expect.stringMatching(`^${broken} {9}\\S+Z  “Third cut”  failed: The file has no picture\\.$`),
      expect.stringMatching(`^${second} {9}\\S+Z  “Second cut”  ready$`),
      expect.stringMatching(`^${first}  shown  \\S+Z  “First cut”  ready$`),
      '',
    ]);
    expect(await portal('activate-trailer', broken)).toMatchObject({
      code: 1,
      stderr: 'Nothing was changed: This trailer is not ready to be shown\n',
    });
    expect(await portal('activate-trailer', randomUUID())).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('No trailer has that id'),
    });
  });

  it('get a marked version if their upload is kept', async () => {
    const [kept, gone] = [await add('Kept', 'ready', await upload()), await add('Gone', 'ready')];
    await app.database.query(
      `UPDATE media.stored_objects SET delete_after = NULL
       WHERE key = (SELECT source_key FROM media.trailers WHERE id = $1)`,
      [kept],
    );
    const { code, stdout } = await builtPortal('mark-trailer', kept);
    const [, version = ''] =
      /^“Kept” will be processed with marks as soon as a worker is free: (\S+)\n$/.exec(stdout) ?? [];
    expect({ code, stdout, due: (await findJob(version))?.due }).toMatchObject({ code: 0, due: true });
    expect(await app.find(version)).toMatchObject({ title: 'Kept', status: 'processing', marked: true });
    expect(await portal('mark-trailer', gone)).toMatchObject({
      code: 1,
      stderr:
        'Nothing was changed: The uploaded file of this trailer is no longer in storage. Please upload it again\n',
    });
    expect(await portal('mark-trailer', randomUUID())).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('No trailer has that id'),
    });
  });

  it('are processed at once when they wait for a retry or have no job', async () => {
    const [waiting, forgotten] = [await add('Waiting', 'processing'), await add('Forgotten', 'processing')];
    await add('Done', 'ready');
    await app.database.query(
      `SELECT media_jobs.add_job('process-trailer', json_build_object('trailerId', $1::text), job_key => 'process:' || $1,
         run_at => now() + interval '5 hours')`,
      [waiting],
    );
    await servers.withAdmin((admin) => admin.query('UPDATE media_jobs._private_jobs SET attempts = 9'));
    expect(await findJob(waiting)).toMatchObject({ due: false, attempts: 9 });
    const { code, stdout } = await builtPortal('requeue-jobs');
    expect({ code, lines: stdout.trim().split('\n').length }).toEqual({ code: 0, lines: 2 });
    expect(await findJob(waiting)).toMatchObject({ due: true, attempts: 0 });
    expect(await findJob(forgotten)).toMatchObject({ due: true });
  });

  it('get missing sizes when they are playable, and stay unchanged when finished', async () => {
    const [plays, done] = [await add('Plays', 'ready'), await add('Done', 'ready')];
    await app.database.query(
      'UPDATE media.trailers SET ladder_done = false, lost_attempts = 4 WHERE id = $1',
      [plays],
    );
    expect(await portal('requeue-jobs', plays, done, 'no-id')).toEqual({
      code: 1,
      stdout: [
        `${plays} “Plays”: will be processed as soon as a worker is free.`,
        `${done} “Done”: it is already finished.`,
        'no-id: No trailer has that id. `portal list-trailers` lists all ids.\n',
      ].join('\n'),
      stderr: '',
    });
    const jobs = 'SELECT task_identifier AS task FROM media_jobs.jobs WHERE key LIKE $1';
    expect(await app.database.query(jobs, [`%${plays}`])).toEqual([{ task: 'finish-trailer' }]);
    expect(await app.database.query(jobs, [`%${done}`])).toEqual([]);
    const lost = 'SELECT lost_attempts AS lost FROM media.trailers WHERE id = $1';
    expect(await app.database.query(lost, [plays])).toEqual([{ lost: 0 }]);
  });

  it('are left to the worker that processes them', async () => {
    const id = await add('Worked on', 'processing');
    await portal('requeue-jobs');
    await servers.withAdmin((admin) =>
      admin.query(`UPDATE media_jobs._private_jobs SET locked_at = now(), locked_by = 'someone'`),
    );
    expect(await portal('requeue-jobs', id)).toMatchObject({
      code: 0,
      stdout: `${id} “Worked on”: a worker is processing it already.\n`,
    });
    await servers.withAdmin((admin) => admin.query('DELETE FROM media_jobs._private_jobs'));
  });

  it('are processed again after a failure if their upload still exists', async () => {
    const [kept, gone] = [await add('Kept', 'failed', await upload()), await add('Gone', 'failed')];
    expect(await portal('requeue-jobs')).toMatchObject({
      code: 0,
      stdout: 'No trailers are waiting to be processed.\n',
    });
    expect(await portal('requeue-jobs', '--failed')).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(
        `${kept} “Kept”: will be processed as soon as .*\n${gone} “Gone”: its upload is no longer in storage`,
      ),
    });
    expect(await app.find(kept)).toMatchObject({ status: 'processing', failure: null });
    expect(await app.find(gone)).toMatchObject({ status: 'failed' });
    expect(await findJob(kept)).toMatchObject({ due: true });
  });
});

it('reports that storage is unavailable', async () => {
  await servers.store.kill9();
  try {
    expect(await builtPortal('verify-storage')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Storage was not verified: object storage is unavailable or returned an error.\n',
    });
  } finally {
    await servers.store.restart();
  }
});

it('stores the time of a complete backup, which a metric reports', async () => {
  const reported = async () => sumOf(await metricsText(), 'portal_last_backup_timestamp_seconds');
  expect(await reported()).toBe(0);
  for (const _ of ['first', 'second']) {
    const before = Date.now() / 1000;
    expect(await portal('record-backup')).toEqual({ code: 0, stdout: '', stderr: '' });
    // Scrapes within half a second share a read.
    await until(async () => ((await reported()) ?? 0) >= before - 1, { what: 'the time of the backup' });
    expect(await reported()).toBeLessThan(Date.now() / 1000 + 1);
  }
});
