import { createDecipheriv } from 'node:crypto';
import type { Answer, Client } from './client.js';

/** Limit for a segment from the object store, in milliseconds. */
const SEGMENT_MS = 30_000;

function expectStatus(answer: Answer, status: number, what: string): Answer {
  if (answer.status !== status) throw new Error(`${what} answered ${answer.status}: ${answer.text}`);
  return answer;
}

/** Returns the first match. @throws Error without a match */
function matchOrThrow(text: string, pattern: RegExp, what: string): string {
  const found = pattern.exec(text)?.[1];
  if (found === undefined) throw new Error(`no ${what} in ${text}`);
  return found;
}

export interface PlayedSegment {
  /** URL that served the bytes. */
  readonly address: URL;
  /** Decrypted content: a fragment of MP4. */
  readonly content: Buffer;
}

/**
 * Fetches the multivariant playlist of the active trailer. Starts over if another trailer was activated
 * meanwhile.
 */
async function multivariantPlaylist(viewer: Client): Promise<string> {
  for (let before = ''; ; ) {
    const { filePath } = expectStatus(
      await viewer.get('/api/active-trailer'),
      200,
      'the active trailer',
    ).json();
    const answer = await viewer.get(filePath);
    if (answer.status !== 404 || filePath === before)
      return expectStatus(answer, 200, 'the multivariant playlist').text;
    before = filePath;
  }
}

/**
 * Fetches playlists, key and first segment as a player does, and decrypts the segment.
 */
export async function playFirstSegment(viewer: Client): Promise<PlayedSegment> {
  const master = await multivariantPlaylist(viewer);
  const rendition = matchOrThrow(master, /^(\/api\/media\/renditions\/\S+)$/m, 'rendition');
  const playlist = expectStatus(await viewer.get(rendition), 200, 'the playlist').text;
  const keyPath = matchOrThrow(playlist, /#EXT-X-KEY:METHOD=AES-128,URI="([^"]+)"/, 'key');
  const iv = Buffer.from(
    matchOrThrow(playlist, /#EXT-X-KEY:.*IV=0x([0-9a-f]{32})/i, 'initialisation vector'),
    'hex',
  );
  const segment = matchOrThrow(playlist, /^(\/api\/media\/\S+\/segments\/\S+)$/m, 'segment');

  const key = await fetch(new URL(keyPath, viewer.base), {
    headers: { cookie: [...viewer.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  });
  if (!key.ok) throw new Error(`the key answered ${key.status}`);
  const location = expectStatus(await viewer.get(segment), 302, 'the segment').headers.get('location') ?? '';
  const bytes = await fetch(location, { signal: AbortSignal.timeout(SEGMENT_MS) });
  if (!bytes.ok) throw new Error(`the object store answered ${bytes.status}: ${await bytes.text()}`);

  const decipher = createDecipheriv('aes-128-cbc', Buffer.from(await key.arrayBuffer()), iv);
  const content = Buffer.concat([decipher.update(Buffer.from(await bytes.arrayBuffer())), decipher.final()]);
  return { address: new URL(location), content };
}
