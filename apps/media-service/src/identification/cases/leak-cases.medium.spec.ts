import { randomUUID } from 'node:crypto';
import { leakLimits, notice } from '@secure-preview/contracts';
import { drawCodeword, variantOf } from '@secure-preview/marking';
import { queryRows } from '@secure-preview/service-kit/postgres';
import { DataSource } from 'typeorm';
import * as z from 'zod';
import { mediaDataSource } from '../../database/data-source.js';
import { AttemptSupersededError } from '../../processing/processing-errors.js';
import { ObjectStore } from '../../storage/object-store.js';
import { StoredObjectsRepository } from '../../storage/stored-objects.repository.js';
import { RetentionRepository } from '../../sweep/retention.repository.js';
import { SweeperService } from '../../sweep/sweeper.service.js';
import { VideoMaker } from '../../testing/make-video.js';
import { insertMarkedTrailer } from '../../testing/marked-trailer.js';
import { call, MediaApp } from '../../testing/media-app.js';
import { type MediaServers, startMediaServers } from '../../testing/media-servers.js';
import { StorageVerification } from '../../verification/storage-verification.js';
import { VerificationRepository } from '../../verification/verification.repository.js';
import type { ReadClip } from '../clip/clip-attempt.js';
import { ClipAttemptRepository } from '../clip/clip-attempt.repository.js';
import type { ClipReading } from '../clip/clip-reading.js';

const SEGMENTS = 40;
let servers: MediaServers;
let app: MediaApp;
let video: Buffer;
/** Connected as a worker is. */
let workerSource: DataSource;
let worker: ClipAttemptRepository;

beforeAll(async () => {
  servers = await startMediaServers({ MEDIA_ROLE: 'api' });
  app = await MediaApp.start(servers.environment);
  workerSource = await new DataSource(mediaDataSource(servers.database.urlOf('media-worker'))).initialize();
  worker = new ClipAttemptRepository(workerSource);
  const videos = await VideoMaker.start(servers.programs);
  video = await videos.make('clip.mp4', ['-f', 'lavfi', '-i', 'color=black:s=32x18:r=5', '-t', '6']);
  await videos.stop();
});
afterAll(async () => {
  await workerSource?.destroy();
  await app?.close();
  await servers?.stop();
});
afterEach(() =>
  app.database.query(`
    DELETE FROM media.stored_objects WHERE key IN (SELECT source_key FROM media.leak_cases);
    DELETE FROM media.leak_cases`),
);

const open = async (fileName = 'clip.mp4') =>
  app.leaks.createCase({ clipURL: await app.upload('clip', video), fileName }, call());
const read = (caseId: string) => app.leaks.readCase({ caseId }, call());

/** Begins an attempt as a worker does. */
async function begin(caseId: string) {
  const attempt = { caseId, attemptId: randomUUID() };
  return { attempt, clip: await worker.begin(attempt) };
}

/** Returns whether the clip is kept, and how many jobs the case has. */
async function stateOf(caseId: string): Promise<{ kept: boolean; jobs: number }> {
  const [row] = await queryRows(
    app.database,
    z.object({ kept: z.boolean(), jobs: z.int() }),
    `SELECT EXISTS (SELECT FROM media.stored_objects o WHERE o.key = c.source_key AND o.delete_after IS NULL) AS kept,
            (SELECT count(*)::int FROM media_jobs.jobs WHERE key = 'clip:' || c.id) AS jobs
     FROM media.leak_cases c WHERE c.id = $1`,
    [caseId],
  );
  return row ?? { kept: false, jobs: 0 };
}

/** Inserts a marked version, and returns what a clear clip of one person's copy shows. */
async function clearReading(): Promise<{ reading: ClipReading; markId: string }> {
  const { id: trailerId } = await insertMarkedTrailer(app);
  const copies = Array.from({ length: 4 }, () => ({ markId: randomUUID(), bits: drawCodeword(SEGMENTS) }));
  for (const { markId, bits } of copies)
    await app.database.query('INSERT INTO media.codewords (trailer_id, mark_id, bits) VALUES ($1, $2, $3)', [
      trailerId,
      markId,
      Buffer.from(bits),
    ]);
  const [{ markId, bits }] = copies as [(typeof copies)[number]];
  const version = {
    trailerId,
    title: 'A marked title',
    uploadedAt: new Date(0).toISOString(),
    ...{ trailerSeconds: SEGMENTS / 2, mirrored: false, runs: [], seconds: SEGMENTS / 2, erased: [] },
    evidence: Array.from({ length: SEGMENTS }, (_, segment) => ({
      segment,
      z: variantOf(bits, segment) === 1 ? 3 : -3,
      atSeconds: segment / 2,
    })),
  };
  return { reading: { unread: null, versions: [version] }, markId };
}

const plain: ReadClip = { reading: { unread: 'plain', versions: [] }, seconds: 6, pictures: null };

describe('opening a case', () => {
  it('keeps the clip and adds one job, also when the command or the upload is repeated', async () => {
    const clipURL = await app.upload('clip', video);
    const context = call();
    const opened = await app.leaks.createCase({ clipURL, fileName: 'clip.mp4' }, context);
    expect(opened).toMatchObject({
      ...{
        fileName: 'clip.mp4',
        bytes: video.length,
        seconds: null,
        status: 'queued',
        step: null,
        progress: 0,
      },
      ...{ failure: null, result: null, hasPictures: false, note: '', finishedAt: null },
    });
    for (const again of [context, call()])
      expect(await app.leaks.createCase({ clipURL, fileName: 'again.mp4' }, again)).toEqual(opened);
    expect(await stateOf(opened.id)).toEqual({ kept: true, jobs: 1 });
    expect((await app.leaks.listCases({}, call())).cases).toEqual([
      expect.objectContaining({ id: opened.id, verdict: null, title: null }),
    ]);
  });

  it('takes only addresses of clips, and only videos', async () => {
    const asVideo = await app.upload('video', video);
    await expect(app.leaks.createCase({ clipURL: asVideo, fileName: 'a' }, call())).rejects.toMatchObject({
      code: 'UNKNOWN_UPLOAD_URL',
    });
    const clipURL = await app.upload('clip', 'text');
    await expect(app.leaks.createCase({ clipURL, fileName: 'a' }, call())).rejects.toMatchObject({
      code: 'NOT_A_VIDEO',
    });
  });

  it('replaces characters of the name that hide or reorder text', async () => {
    expect((await open('clip\u202Egpj\u0007.mp4')).fileName).toBe('clip\uFFFDgpj\uFFFD.mp4');
  });

  it('keeps a limited number of cases', async () => {
    await app.database.query(
      `INSERT INTO media.leak_cases (id, command_id, file_name, source_key, source_etag, source_bytes)
       SELECT gen_random_uuid(), n, 'clip', n, 'e', 1 FROM generate_series(1, $1::int) n`,
      [leakLimits.cases],
    );
    await expect(open()).rejects.toMatchObject({
      code: 'TOO_MANY_LEAK_CASES',
      params: { max: leakLimits.cases },
    });
  });
});

describe('a worker', () => {
  it('reports steps and length, and a later attempt takes over', async () => {
    const { id } = await open();
    const first = await begin(id);
    expect(first.clip?.lostAttempts).toBe(0);
    expect(await worker.report(first.attempt, { step: 'read', percent: 40, secondsLeft: null })).toBe(true);
    await worker.storeLength(first.attempt, 6);
    expect(await read(id)).toMatchObject({ status: 'working', step: 'read', progress: 40, seconds: 6 });
    const second = await begin(id);
    expect(second.clip?.lostAttempts).toBe(1);
    expect(await worker.report(first.attempt, { step: 'read', percent: 41, secondsLeft: null })).toBe(false);
    await expect(worker.finish(first.attempt, plain)).rejects.toThrow(AttemptSupersededError);
    await worker.fail(first.attempt, notice('FILE_UNREADABLE'));
    expect(await read(id)).toMatchObject({ status: 'working' });
  });

  it('may read neither codewords nor results', async () => {
    for (const sql of ['SELECT bits FROM media.codewords', 'SELECT result FROM media.leak_cases'])
      await expect(workerSource.query(sql)).rejects.toThrow('permission denied');
  });

  it('fails a case with a notice, which releases the clip', async () => {
    const { id } = await open();
    await worker.fail((await begin(id)).attempt, notice('CLIP_TOO_SHORT'));
    expect(await read(id)).toMatchObject({
      status: 'failed',
      failure: { code: 'CLIP_TOO_SHORT', params: { minSeconds: 5 } },
    });
    expect((await stateOf(id)).kept).toBe(false);
    expect((await begin(id)).clip).toBeUndefined();
  });

  it('waits for the storage with a job for later', async () => {
    const { id } = await open();
    const { attempt } = await begin(id);
    await worker.postpone(attempt, { storageWaits: 1, delaySeconds: 60 });
    expect(await read(id)).toMatchObject({ status: 'working', step: 'storage-unavailable' });
    expect((await stateOf(id)).jobs).toBe(1);
  });

  it('gives only unread cases a new job if theirs was lost', async () => {
    const [lost, compared] = [await open(), await open()];
    await worker.finish((await begin(compared.id)).attempt, plain);
    await servers.withAdmin((admin) => admin.query('DELETE FROM media_jobs._private_jobs'));
    await worker.enqueueForgotten();
    expect((await stateOf(lost.id)).jobs).toBe(1);
    expect((await stateOf(compared.id)).jobs).toBe(0);
  });
});

describe('a clip that was read', () => {
  it('is compared once with the codewords, by the first who asks', async () => {
    const { reading, markId } = await clearReading();
    const { id } = await open();
    const pictures = { found: Buffer.from('found'), original: Buffer.from('original') };
    await worker.finish((await begin(id)).attempt, { reading, seconds: 20, pictures });
    const [one, other] = await Promise.all([read(id), read(id)]);
    expect(one).toMatchObject({
      status: 'done',
      step: null,
      hasPictures: true,
      result: { verdict: 'named', names: [{ markId, differs: [] }], codewordsScored: 4 },
    });
    expect(other).toEqual(one);
    await servers.withAdmin((admin) => admin.query('DELETE FROM media.codewords'));
    expect(await read(id)).toEqual(one);
    const { jpeg } = await app.leaks.readPicture({ caseId: id, which: 'original' }, call());
    expect(Buffer.from(jpeg, 'base64').toString()).toBe('original');
    expect((await stateOf(id)).kept).toBe(true);
  });

  it('is compared by the list too', async () => {
    const { id } = await open();
    await worker.finish((await begin(id)).attempt, plain);
    expect((await app.leaks.listCases({}, call())).cases).toEqual([
      expect.objectContaining({ id, status: 'done', seconds: 6, verdict: 'inconclusive', title: null }),
    ]);
  });
});

describe('the administrator', () => {
  it('stops a reading, once', async () => {
    const { id } = await open();
    const { attempt } = await begin(id);
    const cancelled = await app.leaks.cancelCase({ caseId: id }, call());
    expect(cancelled).toMatchObject({ status: 'cancelled', step: null, result: null, failure: null });
    expect(await app.leaks.cancelCase({ caseId: id }, call())).toEqual(cancelled);
    expect(await worker.report(attempt, { step: 'read', percent: 1, secondsLeft: null })).toBe(false);
    expect(await stateOf(id)).toEqual({ kept: false, jobs: 0 });
  });

  it('cannot stop a finished case', async () => {
    const { id } = await open();
    await worker.finish((await begin(id)).attempt, plain);
    await read(id);
    await expect(app.leaks.cancelCase({ caseId: id }, call())).rejects.toMatchObject({
      code: 'LEAK_CASE_FINISHED',
    });
  });

  it('writes a note', async () => {
    const { id } = await open();
    const note = 'Found on a forum.\nSunday';
    expect(await app.leaks.setNote({ caseId: id, note: `${note}\0` }, call())).toMatchObject({
      note: `${note}\uFFFD`,
    });
  });

  it('deletes a case with its clip, also when the command is repeated', async () => {
    const { id } = await open();
    const [{ key }] = (await app.database.query(
      'SELECT source_key AS key FROM media.leak_cases WHERE id = $1',
      [id],
    )) as [{ key: string }];
    const context = call();
    for (const again of [context, context])
      expect(await app.leaks.removeCase({ caseId: id }, again)).toEqual({ ok: true });
    await expect(read(id)).rejects.toMatchObject({ code: 'LEAK_CASE_NOT_FOUND' });
    await expect(app.leaks.removeCase({ caseId: id }, call())).rejects.toMatchObject({
      code: 'LEAK_CASE_NOT_FOUND',
    });
    const store = app.context.get(ObjectStore, { strict: false });
    const ledger = app.context.get(StoredObjectsRepository, { strict: false });
    const retention = new RetentionRepository(app.database);
    const sweeper = new SweeperService(ledger, store, retention, { REPLACED_TRAILER_DAYS: 7 });
    await sweeper.sweep(new AbortController().signal);
    expect(await store.facts(key)).toBeUndefined();
  });

  it.each([['not-an-id'], [randomUUID()]])('is told that %s does not exist', async (caseId) => {
    const calls = [
      read(caseId),
      app.leaks.cancelCase({ caseId }, call()),
      app.leaks.setNote({ caseId, note: '' }, call()),
      app.leaks.removeCase({ caseId }, call()),
    ];
    for (const one of calls) await expect(one).rejects.toMatchObject({ code: 'LEAK_CASE_NOT_FOUND' });
    await expect(app.leaks.readPicture({ caseId, which: 'found' }, call())).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

it('is verified with the storage: a missing clip is reported, and its record removed', async () => {
  const { id } = await open();
  const store = app.context.get(ObjectStore, { strict: false });
  const verification = new StorageVerification(store, new VerificationRepository(app.database));
  const findings = async (repair: boolean) =>
    (await verification.run({ repair })).findings
      .filter(({ finding }) => finding.kind === 'clip' || finding.kind === 'unneeded')
      .map(({ finding, outcome }) => ({ ...finding, outcome }));
  expect(await findings(false)).toEqual([]);
  const [{ key }] = (await app.database.query(
    'SELECT source_key AS key FROM media.leak_cases WHERE id = $1',
    [id],
  )) as [{ key: string }];
  await store.delete(key);
  const lost = { kind: 'clip', key, caseId: id };
  expect(await findings(false)).toEqual([{ ...lost, outcome: 'left' }]);
  expect(await findings(true)).toEqual([{ ...lost, outcome: 'forgotten' }]);
  expect(await findings(false)).toEqual([]);
});
