import { until } from '@secure-preview/testing';
import { mediaReadiness } from './readiness.js';
import { MediaApp } from './testing/media-app.js';
import { type MediaServers, startMediaServers } from './testing/media-servers.js';

let servers: MediaServers;
beforeAll(async () => {
  servers = await startMediaServers();
});
afterAll(() => servers?.stop());

it('is given when everything that is needed is there', async () => {
  const app = await MediaApp.start(servers.environment);
  try {
    const ready = mediaReadiness(app.context, true);
    await until(async () => (await ready())['jobs'] === 'ok', { what: 'the queue' });
    expect(await ready()).toEqual({ postgres: 'ok', objectStorage: 'ok', jobs: 'ok', programs: 'ok' });
  } finally {
    await app.close();
  }
});

it('is withheld on an older schema, or without ffprobe', async () => {
  const app = await MediaApp.start({ ...servers.environment, FFPROBE_PATH: '/no/ffprobe' });
  try {
    await servers.postgres.restart();
    const ready = mediaReadiness(app.context, true);
    await until(async () => (await ready())['postgres'] === 'ok', { what: 'the database' });
    expect(await ready()).toMatchObject({ programs: '/no/ffprobe cannot be run' });
    await servers.withAdmin((admin) => admin.query('DELETE FROM media.schema_migrations'));
    expect((await ready())['postgres']).toMatch(/migrations are missing: CreateMedia/);
  } finally {
    await app.close();
  }
});
