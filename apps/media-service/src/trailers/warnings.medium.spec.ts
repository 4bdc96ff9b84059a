import { randomUUID } from 'node:crypto';
import { notice, noticeMessage } from '@secure-preview/contracts';
import { queryRows } from '@secure-preview/service-kit/postgres';
import sharp from 'sharp';
import * as z from 'zod';
import { GeneratedPostersService } from '../posters/generated-posters.service.js';
import { PosterRepository } from '../posters/poster.repository.js';
import { ProcessingRepository } from '../processing/processing.repository.js';
import { ObjectStore } from '../storage/object-store.js';
import { StoredObjectsRepository } from '../storage/stored-objects.repository.js';
import { h264, picture, VideoMaker } from '../testing/make-video.js';
import { call, MediaApp } from '../testing/media-app.js';
import { type MediaServers, startMediaServers } from '../testing/media-servers.js';
import { publishWithoutWorker } from '../testing/publish-without-worker.js';

const SIZES = notice('SIZES_INCOMPLETE');
let servers: MediaServers;
let app: MediaApp;
let videos: VideoMaker;
let video: Buffer;

beforeAll(async () => {
  servers = await startMediaServers({ MEDIA_ROLE: 'api' });
  videos = await VideoMaker.start(servers.programs);
  video = await videos.make('video.mp4', [...picture('64x36', 5), '-t', '1', ...h264]);
  app = await MediaApp.start(servers.environment);
});
afterAll(async () => {
  await app?.close();
  await videos?.stop();
  await servers?.stop();
});

function generatedPosters(): GeneratedPostersService {
  return new GeneratedPostersService(
    app.context.get(ObjectStore, { strict: false }),
    app.context.get(StoredObjectsRepository, { strict: false }),
    app.context.get(PosterRepository, { strict: false }),
  );
}

const poster = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'navy' } })
    .png()
    .toBuffer();

it('keeps the warning about missing sizes when a new poster removes the warning about the old poster', async () => {
  const square = await app.upload('poster', await poster(90, 90));
  const { id, warning, warnings = [] } = await app.accept(video, { posterURL: square });
  await publishWithoutWorker(app, { id }, [SIZES]);
  expect(await app.find(id)).toMatchObject({
    warning: `${warning} ${noticeMessage(SIZES)}`,
    warnings: [...warnings, SIZES],
  });
  expect(warnings).toEqual([
    { code: 'POSTER_NOT_APPLIED', params: { reason: 'POSTER_WRONG_SHAPE', width: 90, height: 90 } },
  ]);
  const posterURL = await app.upload('poster', await poster(160, 90));
  await app.trailers.setPoster({ trailerId: id, posterURL }, call());
  expect((await app.find(id)).warnings).toEqual([SIZES]);
});

it('warns that larger sizes were cancelled', async () => {
  const { id } = await app.accept(video);
  await publishWithoutWorker(app, { id });
  expect((await app.find(id)).warning).toBeNull();
  // While its larger sizes are being made.
  await app.database.query('UPDATE media.trailers SET ladder_done = false WHERE id = $1', [id]);
  await app.trailers.cancel({ trailerId: id }, call());
  expect((await app.find(id)).warning).toBe('The larger sizes were cancelled.');
});

it('leaves a generated poster to the sweep when another poster was chosen meanwhile', async () => {
  const { id } = await app.accept(video);
  const worker = new ProcessingRepository(app.database);
  const attempt = { trailerId: id, attemptId: randomUUID() };
  await worker.begin(attempt, 'process-trailer');
  const image = await poster(160, 90);
  const chosen = await app.trailers.setPoster(
    { trailerId: id, posterURL: await app.upload('poster', image) },
    call(),
  );
  const generated = await generatedPosters().fromImage(image, id);
  await worker.showPoster(attempt, generated.id);
  expect((await app.find(id)).posterURL).toBe(chosen.posterURL);
  const left = await queryRows(
    app.database,
    z.object({}),
    'SELECT FROM media.stored_objects WHERE key = $1 AND delete_after IS NOT NULL',
    [generated.objectKey],
  );
  expect(left).toHaveLength(1);
});
