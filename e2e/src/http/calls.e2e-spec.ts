import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { until } from '@secure-preview/testing';
import {
  Client as AnonymousClient,
  type Client,
  enterAsUploader,
  enterAsViewer,
  putPoster,
  putVideo,
} from '../support/client.js';
import { type TestPortal, UPLOAD_PASSWORD } from '../support/portal.js';
import { expect, SHARED_SETTINGS, test } from '../support/test.js';

let portal: TestPortal;

test.beforeAll(({ portal: sharedPortal }) => {
  portal = sharedPortal;
});

const lead = { name: 'Ada Lovelace', email: 'ada@example.com', termsAccepted: 'true' };

test.describe('the gate', () => {
  test('reports to an anonymous client that nobody is signed in', async () => {
    const answer = await new AnonymousClient(portal.url).get('/api/auth/status');
    expect(answer.json()).toEqual({ authenticated: false, uploadAuthenticated: false, viewer: null });
    expect(answer.headers.get('cache-control')).toContain('no-store');
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test('hides every text about the trailer from an anonymous client', async () => {
    const stranger = new AnonymousClient(portal.url);
    const reported = await Promise.all(
      ['/', '/upload', '/api/config', '/api/openapi.json', '/api/auth/status'].map((path) =>
        stranger.get(path),
      ),
    );
    for (const { text } of reported) expect(text).not.toMatch(/Perihelion/);
    expect((await stranger.get('/api/preview-texts')).status).toBe(401);
    expect((await (await enterAsViewer(portal.url)).get('/api/preview-texts')).json()).toEqual({
      headerLine: SHARED_SETTINGS.HEADER_LINE,
      fallbackTitle: SHARED_SETTINGS.FALLBACK_TITLE,
      fallbackDescription: SHARED_SETTINGS.FALLBACK_DESCRIPTION,
    });
  });

  test('admits a visitor with name, e-mail and consent', async () => {
    const client = new AnonymousClient(portal.url);
    const answer = await client.post('/api/auth/lead-capture', lead);
    expect([answer.status, answer.json()]).toEqual([200, { authenticated: true }]);
    expect(answer.headers.getSetCookie().join()).toMatch(/HttpOnly.*SameSite=Lax|SameSite=Lax.*HttpOnly/i);
    expect((await client.get('/api/auth/status')).json()).toMatchObject({
      authenticated: true,
      uploadAuthenticated: false,
      viewer: { name: lead.name, email: lead.email, ip: '127.0.0.1' },
    });
  });

  for (const [body, message] of [
    [{}, 'Name is required'],
    [{ ...lead, name: ' ' }, 'Name is required'],
    [{ ...lead, name: 5 }, 'Name is required'],
    [{ ...lead, name: 'A\u0000' }, 'Name contains characters that cannot be shown'],
    [{ ...lead, email: 'nobody' }, 'Please enter a valid email address'],
    [{ ...lead, termsAccepted: 'false' }, 'You must accept the terms to continue'],
    [[], 'Name is required'],
  ]) {
    test(`rejects ${JSON.stringify(body)}`, async () => {
      const answer = await new AnonymousClient(portal.url).post('/api/auth/lead-capture', body);
      expect(answer.status).toBe(400);
      expect(answer.json()).toMatchObject({ message, code: 'VALIDATION_FAILED', statusCode: 400 });
      expect(answer.json().requestId).toBeTruthy();
    });
  }

  for (const [body, type, status] of [
    ['{"name":', 'application/json', 400],
    ['name=Ada', 'application/x-www-form-urlencoded', 415],
    [JSON.stringify({ ...lead, name: 'x'.repeat(70_000) }), 'application/json', 413],
  ] as const) {
    test(`rejects the body ${body.slice(0, 20)} as ${type}`, async () => {
      const answer = await new AnonymousClient(portal.url).call('POST', '/api/auth/lead-capture', {
        body,
        headers: { 'content-type': type },
      });
      expect([answer.status, answer.json().statusCode]).toEqual([status, status]);
    });
  }

  test('rejects a request of another site', async () => {
    const answer = await new AnonymousClient(portal.url).post('/api/auth/lead-capture', lead, {
      headers: { origin: 'https://elsewhere.example' },
    });
    expect([answer.status, answer.json().code]).toEqual([403, 'CROSS_ORIGIN']);
  });

  test('rejects outdated terms', async () => {
    const answer = await new AnonymousClient(portal.url).post('/api/auth/lead-capture', {
      ...lead,
      termsHash: '0'.repeat(64),
    });
    expect([answer.status, answer.json().code]).toEqual([409, 'TERMS_CHANGED']);
  });
});

test.describe('access control', () => {
  /** An unused id. Not random, because test titles contain it and must be the same in every worker. */
  const unknownId = '5b2f7a4e-93d1-4c60-8a17-0e6d9c4b3f28';
  const protectedCalls = [
    ['GET', '/api/active-trailer'],
    ['GET', '/api/preview-texts'],
    ['POST', '/api/access-log'],
    ['POST', '/api/viewing-session'],
    ['PATCH', `/api/viewing-session/${unknownId}`],
    ['POST', '/api/auth/upload-password'],
    ['POST', '/api/auth/change-upload-password'],
    ['GET', '/api/lead-captures'],
    ['GET', '/api/trailers'],
    ['POST', '/api/trailers'],
    ['PATCH', `/api/trailers/${unknownId}/poster`],
    ['PATCH', `/api/trailers/${unknownId}/description`],
    ['POST', '/api/objects/upload'],
    ['POST', '/api/objects/upload-poster'],
    ['GET', `/api/media/trailers/${unknownId}/master.m3u8`],
    ['GET', `/api/media/renditions/${unknownId}/playlist.m3u8`],
    ['GET', `/api/media/renditions/${unknownId}/segments/x`],
    ['GET', `/api/media/posters/${unknownId}`],
  ] as const;
  const uploaderCalls = protectedCalls.slice(6, 14);

  for (const [method, path] of protectedCalls) {
    test(`returns 401 without a session for ${method} ${path}, with any body`, async () => {
      const stranger = new AnonymousClient(portal.url);
      for (const body of method === 'GET' ? [undefined] : [undefined, '{"broken":']) {
        const answer = await stranger.call(method, path, { body });
        expect([answer.status, answer.json().message]).toEqual([401, 'Unauthorized']);
      }
      expect((await stranger.call('DELETE', path)).status).toBe(401);
    });
  }

  for (const [method, path] of uploaderCalls) {
    test(`returns 403 to a viewer for ${method} ${path}`, async () => {
      const viewer = await enterAsViewer(portal.url);
      const answer = await viewer.call(method, path, method === 'GET' ? {} : { body: {} });
      expect([answer.status, answer.json().code]).toEqual([403, 'UPLOAD_PASSWORD_REQUIRED']);
    });
  }

  test('returns 404 as JSON for an unknown path', async () => {
    const answer = await new AnonymousClient(portal.url).get('/api/nothing');
    expect([answer.status, answer.json().statusCode]).toEqual([404, 404]);
  });

  test('grants nothing for a wrong upload password', async () => {
    const viewer = await enterAsViewer(portal.url);
    const answer = await viewer.post('/api/auth/upload-password', { password: 'wrong' });
    expect([answer.status, answer.json().message]).toEqual([401, 'Invalid password']);
    expect((await viewer.get('/api/trailers')).status).toBe(403);
  });

  test('gives each level a separate cookie, and logout invalidates the latest cookie', async () => {
    const client = await enterAsViewer(portal.url);
    const asViewer = client.copy();
    await client.post('/api/auth/upload-password', { password: UPLOAD_PASSWORD });
    expect((await asViewer.get('/api/active-trailer')).status).toBe(401);
    expect((await client.get('/api/trailers')).status).toBe(200);
    const asUploader = client.copy();
    expect((await client.post('/api/auth/logout')).status).toBe(200);
    expect((await asUploader.get('/api/trailers')).status).toBe(401);
    expect((await asUploader.get('/api/auth/status')).json().authenticated).toBe(false);
  });

  test('ends a session with the sign-out link, which opens the gate', async () => {
    const client = await enterAsViewer(portal.url);
    const old = client.copy();
    const follow = async (headers: Record<string, string>) => {
      const answer = await client.get('/api/logout', { headers });
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/']);
      return (await old.get('/api/auth/status')).json().authenticated;
    };
    // The link signs out only if the Referer header names the portal.
    expect(await follow({})).toBe(true);
    expect(await follow({ referer: 'http://elsewhere.example/' })).toBe(true);
    expect(await follow({ referer: `${portal.url}/upload` })).toBe(false);
    expect((await old.get('/api/active-trailer')).status).toBe(401);
  });

  test('revokes the level of every other uploader at a password change', async () => {
    const [first, second] = await Promise.all([enterAsUploader(portal.url), enterAsUploader(portal.url)]);
    const change = (currentPassword: string, newPassword: string) =>
      first.post('/api/auth/change-upload-password', { currentPassword, newPassword });
    expect((await change('wrong', 'a newer password')).json().message).toBe('Current password is incorrect');
    expect((await change(UPLOAD_PASSWORD, 'short')).json().code).toBe('PASSWORD_TOO_SHORT');
    expect((await change(UPLOAD_PASSWORD, UPLOAD_PASSWORD)).json().code).toBe('PASSWORD_UNCHANGED');
    expect((await change(UPLOAD_PASSWORD, 'a newer password')).status).toBe(200);
    expect((await first.get('/api/trailers')).status).toBe(200);
    expect((await second.get('/api/trailers')).status).toBe(403);
    expect((await second.get('/api/auth/status')).json()).toMatchObject({
      authenticated: true,
      uploadAuthenticated: false,
    });
    expect((await change('a newer password', UPLOAD_PASSWORD)).status).toBe(200);
  });
});

test.describe('viewing', () => {
  test('writes one access line per minute, and answers each call', async () => {
    const viewer = await enterAsViewer(portal.url);
    expect((await viewer.post('/api/access-log')).status).toBe(200);
    expect((await viewer.post('/api/access-log')).status).toBe(200);
  });

  test('accepts progress only for its own viewing session', async () => {
    const [viewer, second] = await Promise.all([enterAsViewer(portal.url), enterAsViewer(portal.url)]);
    const { id } = (await viewer.post('/api/viewing-session')).json();
    const update = { duration: '0:05', completed: 'false', ranges: [[0, 5]] };
    expect((await viewer.patch(`/api/viewing-session/${id}`, update)).status).toBe(200);
    expect((await second.patch(`/api/viewing-session/${id}`, update)).status).toBe(404);
    expect((await viewer.patch('/api/viewing-session/nonsense', update)).status).toBe(404);
    expect((await viewer.patch(`/api/viewing-session/${id}`, { ...update, duration: '0:61' })).status).toBe(
      400,
    );
  });

  test('limits how many viewings a session may start', async () => {
    const viewer = await enterAsViewer(portal.url);
    const answers = await Promise.all(Array.from({ length: 25 }, () => viewer.post('/api/viewing-session')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

test.describe('the list of leads', () => {
  let uploader: Client;
  test.beforeAll(async () => {
    uploader = await enterAsUploader(portal.url);
  });

  test('shows the newest lead first, and can be searched and paged', async () => {
    const names = ['Özgür Şahin', '李小龍 100%', 'Zoë'].map((name) => `${name} ${randomUUID()}`);
    for (const name of names) await enterAsViewer(portal.url, name);
    const page = await uploader.get('/api/lead-captures?limit=2');
    expect(page.json().map((lead: { name: string }) => lead.name)).toEqual([names[2], names[1]]);
    expect(page.json()[0]).toMatchObject({
      email: 'viewer@example.com',
      ipAddress: '127.0.0.1',
      verifiedBy: 'none',
    });
    expect(Number(page.headers.get('x-total-count'))).toBeGreaterThanOrEqual(3);
    const cursor = encodeURIComponent(page.headers.get('x-next-cursor') ?? '');
    const next = await uploader.get(`/api/lead-captures?limit=1&cursor=${cursor}`);
    expect(next.json()[0].name).toBe(names[0]);
    const found = await uploader.get(`/api/lead-captures?q=${encodeURIComponent('100% ')}`);
    expect(found.json().map((lead: { name: string }) => lead.name)).toEqual([names[1]]);
  });

  for (const query of ['limit=0', 'limit=501', 'limit=x', 'cursor=nonsense', 'sort=sideways']) {
    test(`rejects ${query}`, async () => {
      expect((await uploader.get(`/api/lead-captures?${query}`)).status).toBe(400);
    });
  }
});

test.describe('the upload API', () => {
  let uploader: Client;
  test.beforeAll(async () => {
    uploader = await enterAsUploader(portal.url);
  });

  test('accepts a video only from a URL that the portal issued', async () => {
    const { uploadURL } = (await uploader.post('/api/objects/upload')).json();
    const poster = (await uploader.post('/api/objects/upload-poster')).json().uploadURL as string;
    const second = new URL(uploadURL);
    second.pathname = second.pathname.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    const addresses = [
      'https://elsewhere.example/video.mp4',
      'file:///etc/passwd',
      'not an address',
      second.href,
      uploadURL.replace('127.0.0.1', 'localhost'),
      poster,
    ];
    for (const videoURL of addresses) {
      const answer = await uploader.post('/api/trailers', { title: 'Foreign', videoURL });
      expect([answer.status, answer.json().code]).toEqual([400, 'UNKNOWN_UPLOAD_URL']);
    }
    const unused = await uploader.post('/api/trailers', { title: 'Never uploaded', videoURL: uploadURL });
    expect([unused.status, unused.json().code]).toEqual([400, 'UPLOAD_MISSING']);
  });

  test('issues a URL for the declared file only, and none for a file that would be rejected', async ({
    files,
  }) => {
    const poster = await readFile(files.image(1280, 720));
    const declaration = { size: poster.length, type: 'image/png' };
    const { uploadURL } = (await uploader.post('/api/objects/upload-poster', declaration)).json();
    const send = async (body: Uint8Array, type: string) =>
      (
        await fetch(uploadURL, {
          method: 'PUT',
          body: new Uint8Array(body),
          headers: { 'content-type': type },
        })
      ).status;
    expect(await send(new Uint8Array([...poster, 0]), 'image/png')).toBe(403);
    expect(await send(poster, 'text/html')).toBe(403);
    expect(await send(poster, 'image/png')).toBe(200);
    const refused: [path: string, file: object, status: number, code: string][] = [
      ['upload', { size: 524_288_001 }, 413, 'VIDEO_TOO_LARGE'],
      ['upload', { type: 'text/html' }, 422, 'NOT_A_VIDEO'],
      ['upload', { size: -1 }, 400, 'VALIDATION_FAILED'],
      ['upload', { type: 'video/mp4\r\nx: y' }, 400, 'VALIDATION_FAILED'],
      ['upload-poster', { size: 10_485_761 }, 413, 'POSTER_TOO_LARGE'],
      ['upload-poster', { type: 'image/gif' }, 422, 'POSTER_NOT_AN_IMAGE'],
    ];
    for (const [path, file, ...expected] of refused) {
      const answer = await uploader.post(`/api/objects/${path}`, file);
      expect([answer.status, answer.json().code]).toEqual(expected);
    }
  });

  for (const [name, bytes] of [
    ['an empty file', new Uint8Array()],
    ['text', new TextEncoder().encode('ffconcat version 1.0\nfile /etc/passwd\n')],
    ['zeros', new Uint8Array(100_000)],
  ] as const) {
    test(`rejects ${name} as a video`, async () => {
      const videoURL = await putVideo(uploader, bytes);
      const answer = await uploader.post('/api/trailers', { title: 'No video', videoURL });
      expect([answer.status, answer.json().code]).toEqual([422, 'NOT_A_VIDEO']);
    });
  }

  test('rejects a picture as a video and a square as a poster', async ({ files }) => {
    const square = files.image(400, 400);
    const asVideo = await uploader.post('/api/trailers', {
      title: 'Picture',
      videoURL: await putVideo(uploader, square),
    });
    expect(asVideo.status).toBe(422);
    const posterURL = await putPoster(uploader, square);
    const videoURL = await putVideo(uploader, files.video('mp4', 2));
    const created = await uploader.post('/api/trailers', { title: 'Square', videoURL, posterURL });
    expect([created.status, created.json().posterURL]).toEqual([201, null]);
    expect(created.json().warning).toContain('Poster must be 16:9, this one is 400×400');
    const repeated = await uploader.post('/api/trailers', { title: 'Square', videoURL });
    expect(repeated.json().id).toBe(created.json().id);
    const patched = await uploader.patch(`/api/trailers/${created.json().id}/poster`, {
      posterURL: await putPoster(uploader, square),
    });
    expect([patched.status, patched.json().message]).toEqual([
      422,
      'Poster must be 16:9, this one is 400×400',
    ]);
  });

  test('serves the uploaded video to viewers only', async ({ files }) => {
    const videoURL = await putVideo(uploader, files.video('avi', 4));
    const posterURL = await putPoster(uploader, files.image(640, 360));
    const created = await uploader.post('/api/trailers', { title: 'The Video', videoURL, posterURL });
    expect(created.status).toBe(201);
    const { id } = created.json();
    const markup = '<div class="text-center">Line one<br>Line two<script>alert(1)</script></div>';
    expect((await uploader.patch(`/api/trailers/${id}/description`, { description: markup })).status).toBe(
      200,
    );

    const viewer = await enterAsViewer(portal.url);
    const active = await until(
      async () => {
        const answer = await viewer.get('/api/active-trailer');
        return answer.status === 200 && answer.json().id === id && answer.json().filePath
          ? answer.json()
          : undefined;
      },
      { deadlineMs: 180_000 },
    );
    expect(active).toMatchObject({ title: 'The Video', status: 'ready' });
    expect(active.description).toBe('<div class="text-center">Line one<br />Line two</div>');

    const master = await viewer.get(active.filePath);
    expect(master.headers.get('content-type')).toContain('application/vnd.apple.mpegurl');
    const media = /^\/api\/media\/.*$/m.exec(master.text)?.[0] ?? '';
    const playlist = await viewer.get(media);
    const names = [...playlist.text.matchAll(/\/api\/media\/[^"\s]+/g)].map(([name]) => name);
    expect(names.length).toBeGreaterThanOrEqual(2);
    for (const path of [active.filePath, media, active.posterPath, ...names]) {
      expect((await new AnonymousClient(portal.url).get(path)).status).toBe(401);
    }
    const isKey = (path: string) => path.startsWith('/api/media/keys/');
    for (const path of names.filter(isKey)) {
      const answer = await viewer.get(path);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(answer.headers.get('content-length')).toBe('16');
    }
    for (const path of [active.posterPath, ...names.filter((name) => !isKey(name))]) {
      const answer = await viewer.get(path);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([302, 'no-store']);
      const object = new URL(answer.headers.get('location') ?? '');
      expect(Number(object.searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(60);
      expect((await fetch(object)).status).toBe(200);
      object.search = '';
      expect((await fetch(object)).status).toBe(403);
    }
    const copy = viewer.copy();
    await viewer.post('/api/auth/logout');
    expect((await copy.get(names[0] ?? '')).status).toBe(401);
  });

  test('returns 404 for a missing trailer', async () => {
    const description = { description: 'text' };
    expect((await uploader.patch(`/api/trailers/${randomUUID()}/description`, description)).status).toBe(404);
    expect((await uploader.patch('/api/trailers/nonsense/description', description)).status).toBe(404);
  });
});
