import { redisKeys } from '@secure-preview/contracts';
import { Redis } from 'ioredis';
import { type RunningGateway, type Surroundings, startSurroundings } from '../testing/running-gateway.js';
import { services, trailer } from '../testing/stand-ins.js';
import { uploader, viewer } from '../testing/visitors.js';

let around: Surroundings;
let gateway: RunningGateway;

beforeAll(async () => {
  around = await startSurroundings();
  await around.serveAll();
  gateway = await around.readyGateway();
  const redis = new Redis(around.redis.url);
  await redis.set(redisKeys.uploadEpoch, services.epoch);
  redis.disconnect();
});
afterAll(async () => {
  await around?.stop();
});

describe('playback', () => {
  it('binds a viewing to the trailer whose playlist was given', async () => {
    const agent = await viewer(gateway);
    await agent.post('/api/viewing-session').expect(200);
    expect(services.started.at(-1)?.trailer).toBeNull();
    const playlist = await agent.get(`/api/media/trailers/${trailer.id}/master.m3u8`).expect(200);
    expect(playlist.headers['content-type']).toContain('application/vnd.apple.mpegurl');
    await agent.post('/api/viewing-session').expect(200);
    expect(services.started.at(-1)?.trailer).toEqual({ id: trailer.id, durationSeconds: 90 });
  });

  it('redirects to storage on the host that the browser used', async () => {
    const agent = await viewer(gateway);
    const segment = (host: string) => agent.get('/api/media/renditions/r/segments/s').set('host', host);
    const answer = await segment('portal.example:3000').expect(302);
    expect(answer.headers['location']).toBe('http://portal.example:9000/object?X-Amz-Signature=abc');
    expect(answer.headers['cache-control']).toBe('no-store');
    await segment('evil"host').expect(400);
  });

  it('shows what is not active to the administrator only', async () => {
    const rendition = '/api/media/renditions/r/playlist.m3u8';
    await (await viewer(gateway)).get(rendition).expect(404);
    await (await uploader(gateway)).get(rendition).expect(200);
  });
});
