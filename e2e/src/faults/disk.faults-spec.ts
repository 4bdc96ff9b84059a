import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { until } from '@secure-preview/testing';
import { type Client, enterAsUploader, putVideo } from '../support/client.js';
import type { Fleet } from './fleet.js';
import { startFleetWithTrailer, videoOf } from './fleet-with-trailer.js';
import { SmallDisk } from './small-disk.js';
import { runTrial } from './trial.js';

const MEGABYTE = 1_000_000;

let video: Uint8Array;
let disk: SmallDisk;
let fleet: Fleet;
let uploader: Client;

test.beforeAll(async () => {
  disk = SmallDisk.mount(48 * MEGABYTE);
  video = await videoOf(10);
  fleet = await startFleetWithTrailer({ objectsDir: disk.dir });
  uploader = await enterAsUploader(fleet.url);
});
test.afterAll(async () => {
  await fleet?.dispose();
  disk?.unmount();
});

const stepOf = async (id: string) => {
  const trailers = (await uploader.get('/api/trailers')).json() as { id: string; step: string | null }[];
  return trailers.find((trailer) => trailer.id === id)?.step;
};

test('rejects uploads while its disk is full, without effect on other requests', async () => {
  await runTrial(fleet, {
    what: 'object store: disk full',
    fault: async (load) => {
      disk.fill();
      await expect(putVideo(uploader, video)).rejects.toThrow(/507/);
      await load.flows();
      disk.freeSpace();
    },
    allowed: [],
    recoversInMs: 0,
  });
});

test('processes a video that did not fit, once there is space again', async () => {
  const videoURL = await putVideo(uploader, video);
  disk.fill();
  const title = `Aphelion ${randomUUID()}`;
  const created = await uploader.post('/api/trailers', { title, videoURL });
  expect(created.status).toBe(201);
  const { id } = created.json();
  await runTrial(fleet, {
    what: 'object store: disk full while a video is processed',
    fault: async () => {
      await until(async () => (await stepOf(id)) === 'storage-unavailable', {
        deadlineMs: 120_000,
        everyMs: 200,
        what: 'the video to wait for the storage',
      });
      disk.freeSpace();
    },
    allowed: [],
    recoversInMs: 0,
  });
  await until(
    async () => (await uploader.get('/api/active-trailer')).json().title === title,
    // Retries are 5 s apart at first, and the pause doubles each time.
    { deadlineMs: 120_000, everyMs: 500, what: 'the video to be shown' },
  );
});
