import { jest } from '@jest/globals';
import { activeTrailerQuery } from '../../../../lib/api/active-trailer.js';
import { authStatusQuery } from '../../../../lib/api/auth-status.js';
import { rememberedGateFields } from '../../../../lib/memory/gate-fields.js';
import { playbackPosition } from '../../../../lib/memory/playback-positions.js';
import { createQueryClient } from '../../../../lib/query-client.js';
import { FakeHls, fakeHlsModule } from '../../../../testing/fake-hls.js';
import { activeTrailer, statuses } from '../../../../testing/fixtures.js';

const loaded = Promise.resolve(fakeHlsModule);
jest.unstable_mockModule('./load-hls.js', () => ({ loadHls: () => loaded }));
const { loadTrailersEarly } = await import('./early-trailer.js');

const { created } = FakeHls;
const queryClient = createQueryClient();
let stop: () => void;

beforeEach(() => {
  created.length = 0;
  queryClient.clear();
  rememberedGateFields.forget();
  stop = loadTrailersEarly(queryClient);
});
afterEach(() => {
  stop();
  localStorage.clear();
});

async function find(trailer: typeof activeTrailer) {
  queryClient.setQueryData(activeTrailerQuery.queryKey, trailer);
  await loaded;
  return created.at(-1);
}

it('loads a trailer as soon as it is known, and destroys it if no player has taken it', async () => {
  const hls = await find(activeTrailer);
  expect(hls?.loadSource).toHaveBeenCalledWith(activeTrailer.filePath);
  expect(hls?.config.startPosition).toBeUndefined();
  stop();
  expect(hls?.destroy).toHaveBeenCalledTimes(1);
});

it('loads a trailer that was known before', async () => {
  stop();
  await find(activeTrailer);
  expect(created).toHaveLength(0);
  stop = loadTrailersEarly(queryClient);
  await loaded;
  expect(created).toHaveLength(1);
});

it('loads nothing while the trailer is processed, nor for other data', async () => {
  queryClient.setQueryData(authStatusQuery.queryKey, statuses.viewer);
  await find({ ...activeTrailer, filePath: null });
  expect(created).toHaveLength(0);
});

it('begins at the stored position of the viewer', async () => {
  queryClient.setQueryData(authStatusQuery.queryKey, statuses.viewer);
  playbackPosition(statuses.viewer.viewer.email, activeTrailer.id).save(42, 90);
  expect((await find(activeTrailer))?.config.startPosition).toBe(42);
});

it('begins at the stored position of a visitor who has just entered', async () => {
  queryClient.setQueryData(authStatusQuery.queryKey, statuses.stranger);
  rememberedGateFields.save({ name: 'Ada', email: 'ada@example.com' });
  playbackPosition('ada@example.com', activeTrailer.id).save(30, 90);
  expect((await find(activeTrailer))?.config.startPosition).toBe(30);
});
