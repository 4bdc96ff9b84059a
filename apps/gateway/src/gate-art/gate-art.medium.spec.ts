import { randomUUID } from 'node:crypto';
import type { GateMode, SettingOverrides } from '@secure-preview/contracts';
import { until } from '@secure-preview/testing';
import { Redis } from 'ioredis';
import { entries, LINK } from '../testing/fake-entry.js';
import { services } from '../testing/fakes.js';
import { PublishedAccess } from '../testing/published-access.js';
import {
  type RunningGateway,
  startTestEnvironment,
  type TestEnvironment,
} from '../testing/running-gateway.js';
import { cookieOf, lead, stranger, uploader, viewer } from '../testing/visitors.js';
import { INVITED_BROWSER_COOKIE } from './invited-browsers.js';

const [logoId, keyArtId, otherId] = [randomUUID(), randomUUID(), randomUUID()];
const picture = Buffer.from('the bytes of a picture');
const pathOf = (id: string) => `/api/gate/images/${id}`;
const shown = { gateArt: true, logoId, keyArtId };
const art = { logo: pathOf(logoId), keyArt: pathOf(keyArtId) };

let env: TestEnvironment;
let redis: Redis;
let published: PublishedAccess;
let gateway: RunningGateway;
let locked: RunningGateway;

beforeAll(async () => {
  env = await startTestEnvironment();
  redis = new Redis(env.redis.url);
  published = new PublishedAccess(redis);
  await published.uploadEpoch();
  await published.invitation();
  await env.serveAll();
  for (const id of [logoId, keyArtId, otherId]) services.gateImages.set(id, picture);
  gateway = await env.readyGateway({ PUBLIC_ORIGIN: 'https://preview.example' });
  locked = await env.readyGateway({ SETTINGS_LOCKED: ['gateArt', 'logoId'] });
});
afterAll(async () => {
  redis?.disconnect();
  await env?.stop();
});

const configOf = async (agent = stranger(gateway)) => (await agent.get('/api/config').expect(200)).body;
let changes = 0;
/** Publishes settings and waits until both gateways follow. */
async function apply(overrides: SettingOverrides): Promise<void> {
  const companyName = `Halcyon & <Söhne> ${++changes}`;
  await published.settings({ companyName, ...overrides });
  for (const each of [gateway, locked])
    await until(async () => (await configOf(stranger(each))).companyName === companyName, {
      what: 'the settings',
    });
}
const exchange = (agent: ReturnType<typeof stranger>) =>
  agent.post('/api/auth/invitation').send(LINK).expect(200);

it('shows nothing and changes no page while it is off', async () => {
  await apply({ ...shown, gateArt: false });
  expect((await configOf()).gateArt).toBeNull();
  await stranger(gateway).get(pathOf(logoId)).expect(404);
  const { text } = await stranger(gateway).get('/').expect(200);
  expect(text).toBe('<!doctype html><head><title>portal</title></head>');
  await stranger(gateway).get('/robots.txt').expect(200, 'User-agent: *\nDisallow: /\n');
  const response = await exchange(stranger(gateway));
  expect(response.headers['set-cookie']).toBeUndefined();
});

describe.each(['open', 'verified'] as const)('in mode %s', (gateMode: GateMode) => {
  beforeAll(() => apply({ ...shown, gateMode }));

  it('serves the images of the settings to strangers, which their browsers may keep', async () => {
    expect((await configOf()).gateArt).toEqual(art);
    for (const id of [logoId, keyArtId]) {
      const { body, headers } = await stranger(gateway).get(pathOf(id)).expect(200);
      expect(Buffer.compare(body, picture)).toBe(0);
      expect(headers).toMatchObject({
        'content-type': 'image/png',
        'cache-control': 'private, max-age=31536000, immutable',
        etag: `"${id}"`,
      });
    }
    await stranger(gateway).get(pathOf(logoId)).set('if-none-match', `"${logoId}"`).expect(304);
    const head = await stranger(gateway).head(pathOf(logoId)).expect(200);
    expect(head.headers['content-length']).toBe(String(picture.length));
  });

  it('serves no other image', async () => {
    for (const id of [otherId, randomUUID(), 'x', '__proto__'])
      await stranger(gateway).get(pathOf(id)).expect(404);
  });
});

it('reads each image once from media-service, in pieces', async () => {
  services.gateImageReads.length = 0;
  const fresh = await env.readyGateway();
  await until(async () => (await stranger(fresh).get('/api/config')).body.gateArt !== null);
  await Promise.all(Array.from({ length: 5 }, () => stranger(fresh).get(pathOf(keyArtId)).expect(200)));
  expect(services.gateImageReads.map(({ from }) => from)).toEqual([0, picture.length / 2]);
});

describe('the page of the gate', () => {
  it('has a link preview with the company and the key art, never with the film', async () => {
    await apply({ ...shown, gateMode: 'open', fallbackTitle: 'Secret Film' });
    const page = await stranger(gateway).get('/').expect(200);
    const company = `Halcyon &#38; &#60;Söhne&#62; ${changes}`;
    expect(page.text).toContain(`<meta property="og:title" content="${company}" />`);
    const image = `https://preview.example${art.keyArt}`;
    expect(page.text).toContain(`<meta property="og:image" content="${image}" />`);
    expect(page.text).toContain('<meta name="twitter:card" content="summary_large_image" />');
    expect(page.text).not.toContain('Secret Film');
    expect(page.text.match(/<title>/g)).toHaveLength(1);
    expect(page.headers['cache-control']).toBe('private, no-cache');
    await stranger(gateway).get('/').set('if-none-match', String(page.headers['etag'])).expect(304);
    for (const path of ['/upload', '/some/other/page'])
      expect((await stranger(gateway).get(path)).text).not.toContain('og:');
    expect((await stranger(gateway).get('/robots.txt')).text).toContain(
      'User-agent: Twitterbot\nAllow: /$\n',
    );
  });

  it('takes the origin of the request without PUBLIC_ORIGIN, and the logo without key art', async () => {
    await apply({ gateArt: true, logoId });
    const fresh = await env.readyGateway();
    const read = async () => (await stranger(fresh).get('/')).text;
    const { host } = new URL(fresh.url);
    const image = `<meta property="og:image" content="http://${host}${art.logo}" />`;
    await until(async () => (await read()).includes(image), { what: 'the link preview' });
    expect(await read()).toContain('<meta name="twitter:card" content="summary" />');
  });
});

describe('in mode invited', () => {
  beforeAll(() => apply({ ...shown, gateMode: 'invited' }));

  it('shows nothing to strangers', async () => {
    expect((await configOf()).gateArt).toBeNull();
    await stranger(gateway).get(pathOf(logoId)).expect(404);
    const { text } = await stranger(gateway).get('/').expect(200);
    expect(text).not.toContain('meta');
    await stranger(gateway).get('/robots.txt').expect(200, 'User-agent: *\nDisallow: /\n');
  });

  it('shows the images after a link was exchanged, without a link preview', async () => {
    const agent = stranger(gateway);
    const exchanged = await exchange(agent);
    const [cookie] = [exchanged.headers['set-cookie']].flat();
    expect(cookie).toMatch(/^sp\.invited=[^;]+; Max-Age=43200; Path=\/; .*HttpOnly; SameSite=Lax$/);
    expect((await configOf(agent)).gateArt).toEqual(art);
    const { headers } = await agent.get(pathOf(keyArtId)).expect(200);
    expect(headers['cache-control']).toBe('private, no-store');
    await agent.get(pathOf(otherId)).expect(404);
    const { text } = await agent.get('/').expect(200);
    expect(text).toContain('<meta name="gate-art"');
    expect(text).not.toMatch(/og:|twitter:/);
  });

  it('shows nothing once the visitor wants to enter with another address', async () => {
    const agent = stranger(gateway);
    await exchange(agent);
    await agent.get(pathOf(logoId)).expect(200);
    await agent.post('/api/auth/forget-browser').expect(200);
    await agent.get(pathOf(logoId)).expect(404);
  });

  it('accepts no cookie that it did not sign', async () => {
    const cookie = cookieOf(await exchange(stranger(gateway)));
    await stranger(gateway).get(pathOf(logoId)).set('cookie', cookie).expect(200);
    const later = cookie.replace(/=\d+/, `=${Date.now() + 1000}`);
    for (const forged of [later, `${INVITED_BROWSER_COOKIE}=1.x`, `${INVITED_BROWSER_COOKIE}=`])
      await stranger(gateway).get(pathOf(logoId)).set('cookie', forged).expect(404);
  });

  it('gives no cookie for a link that is not valid', async () => {
    const response = await stranger(gateway)
      .post('/api/auth/invitation')
      .send({ ...LINK, secret: 'wrong' });
    expect(response.status).toBe(400);
    expect(response.headers['set-cookie']).toBeUndefined();
  });

  it('shows the images to visitors inside', async () => {
    const agent = stranger(gateway);
    entries.proof = {
      email: 'grace@kino.example',
      name: null,
      verifiedBy: 'invitation',
      invitation: { id: LINK.id, generation: 1 },
    };
    const code = { codeId: randomUUID(), code: '123456' };
    const form = { name: 'Grace', email: 'grace@kino.example', termsAccepted: 'true', ...code };
    await agent.post('/api/auth/code/verify').send(form).expect(200);
    await agent.get(pathOf(logoId)).expect(200);
  });
});

describe('an administrator', () => {
  beforeAll(() => apply({ gateMode: 'open' }));

  it('finishes an upload, and reads any image for the preview, unlike a viewer', async () => {
    await (await viewer(gateway)).get(pathOf(otherId)).expect(404);
    const agent = await uploader(gateway);
    const body = { kind: 'keyArt', imageURL: 'http://127.0.0.1:9000/keyArt' };
    const finished = await agent.post('/api/settings/images').send(body).expect(200);
    expect(finished.body).toMatchObject({ kind: 'keyArt', width: 1600, height: 900 });
    const { headers } = await agent.get(pathOf(otherId)).expect(200);
    expect(headers['cache-control']).toBe('private, no-store');
    const { uploadURL } = (await agent.post('/api/objects/upload-key-art').send({}).expect(200)).body;
    expect(uploadURL).toMatch(/keyArt$/);
  });

  it('saves an image only after media-service has kept it', async () => {
    const agent = await uploader(gateway);
    const { version } = services.settings;
    const unknown = randomUUID();
    const set = { logoId, keyArtId: unknown };
    const { body } = await agent.patch('/api/settings').send({ version, set }).expect(400);
    expect(body.fieldCodes).toEqual({ keyArtId: { code: 'GATE_IMAGE_UNKNOWN', params: {} } });
    expect(services.settings.version).toBe(version);
    services.keptGateImages.length = 0;
    const saved = await agent
      .patch('/api/settings')
      .send({ version, set: { logoId, keyArtId: null, gateArt: true } })
      .expect(200);
    expect(services.keptGateImages).toEqual([logoId]);
    expect(saved.body.values).toMatchObject({ logoId, keyArtId: null, gateArt: true });
    expect((await configOf()).gateArt).toEqual({ logo: art.logo, keyArt: null });
  });

  it('cannot change locked settings of gate art', async () => {
    const agent = await uploader(locked);
    const { version } = services.settings;
    for (const change of [{ set: { gateArt: true } }, { reset: ['logoId'] }]) {
      const { body } = await agent
        .patch('/api/settings')
        .send({ version, ...change })
        .expect(403);
      expect(body.code).toBe('SETTING_LOCKED');
    }
  });
});

describe('mails to visitors', () => {
  /** Returns the ids of images with which an invitation is sent again, a request allowed, and a code sent. */
  async function mailImages(of: RunningGateway) {
    const administrator = await uploader(of);
    const resend = { ids: [LINK.id], change: { action: 'resend' } };
    await administrator.post('/api/invitations/actions').send(resend).expect(200);
    await administrator.post(`/api/access-requests/${randomUUID()}/allow`).expect(200);
    await stranger(of).post('/api/auth/code').send(lead).expect(200);
    const sent = [entries.actions.at(-1), entries.decisions.at(-1), entries.codeRequests.at(-1)];
    return sent.map((input) => [
      input?.logoId,
      input !== undefined && 'keyArtId' in input ? input.keyArtId : undefined,
    ]);
  }
  const none = [
    [null, null],
    [null, null],
    [null, undefined],
  ];

  it('show the images of the gate', async () => {
    await apply(shown);
    expect(await mailImages(gateway)).toEqual([
      [logoId, keyArtId],
      [logoId, keyArtId],
      [logoId, undefined],
    ]);
  });

  it('show none while gate art is off or locked', async () => {
    expect(await mailImages(locked)).toEqual(none);
    await apply({ ...shown, gateArt: false });
    expect(await mailImages(gateway)).toEqual(none);
  });
});
