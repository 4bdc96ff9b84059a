import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFfmpeg, until } from '@secure-preview/testing';

/** Uploads a short H.264/AAC film and waits until it can be played. */
export async function publishFilm(url: string, password: string, dir: string): Promise<void> {
  const cookies = new Map<string, string>();
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}`);
    return (await response.json()) as Record<string, unknown>;
  };
  await call('POST', '/api/auth/lead-capture', {
    name: 'Bench',
    email: 'bench@example.com',
    termsAccepted: 'true',
  });
  await call('POST', '/api/auth/upload-password', { password });
  const { uploadURL } = (await call('POST', '/api/objects/upload')) as { uploadURL: string };
  const stored = await fetch(uploadURL, {
    method: 'PUT',
    body: new Uint8Array(await readFile(await makeFilm(dir))),
    headers: { 'content-type': 'video/mp4' },
  });
  if (!stored.ok) throw new Error(`the film was not stored: ${stored.status}`);
  await call('POST', '/api/trailers', { title: 'Bench', videoURL: uploadURL });
  await until(async () => (await call('GET', '/api/active-trailer'))['filePath'], {
    deadlineMs: 60_000,
    everyMs: 250,
    what: 'the film to be playable',
  });
}

async function makeFilm(dir: string): Promise<string> {
  const { ffmpeg } = await findFfmpeg();
  const film = join(dir, 'bench.mp4');
  execFileSync(ffmpeg, [
    ...['-nostdin', '-v', 'error', '-y', '-f', 'lavfi', '-i', 'testsrc2=size=1280x720:rate=25:duration=10'],
    ...['-f', 'lavfi', '-i', 'sine=frequency=440:duration=10', '-c:v', 'libx264', '-preset', 'ultrafast'],
    ...['-pix_fmt', 'yuv420p', '-g', '50', '-c:a', 'aac', film],
  ]);
  return film;
}
