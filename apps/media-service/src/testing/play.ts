import { createDecipheriv } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { browser, call, type MediaApp } from './media-app.js';

export interface PlayedSegment {
  readonly durationSeconds: number;
  /** Decrypted content. */
  readonly bytes: Buffer;
}

/** A rendition as a player receives it. */
export interface PlayedRendition {
  readonly id: string;
  /** Its entry in the multivariant playlist. */
  readonly attributes: string;
  readonly playlist: string;
  readonly init: Buffer;
  readonly segments: readonly PlayedSegment[];
  /** Path of the whole rendition as one MP4 file. */
  readonly file: string;
}

export interface PlayedTrailer {
  readonly master: string;
  /** Largest first. */
  readonly videos: readonly [PlayedRendition, ...PlayedRendition[]];
  readonly audio: PlayedRendition | undefined;
}

interface Key {
  readonly key: Buffer;
  readonly iv: Buffer;
}

function decrypt(bytes: Buffer, { key, iv }: Key): Buffer {
  const decipher = createDecipheriv('aes-128-cbc', key, iv);
  return Buffer.concat([decipher.update(bytes), decipher.final()]);
}

async function fetchSegment(app: MediaApp, renditionId: string, name: string): Promise<Buffer> {
  const input = { renditionId, name, mayPreview: true, browser };
  const { segments } = await app.playback.signSegments(input, call());
  const response = await fetch(segments[0]?.url ?? '');
  if (!response.ok) throw new Error(`segment ${name} responded with ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

async function readKey(app: MediaApp, line: string): Promise<Key | undefined> {
  const [, keyId, iv = ''] = /METHOD=AES-128,URI="[^"]*\/([\w-]+)",IV=0x(\w+)/.exec(line) ?? [];
  if (keyId === undefined) return undefined;
  const { key } = await app.playback.key({ keyId, mayPreview: true }, call());
  return { key: Buffer.from(key, 'base64'), iv: Buffer.from(iv, 'hex') };
}

/** Follows a media playlist as a player does, and writes its content as one file. */
async function playRendition(app: MediaApp, line: string, path: string): Promise<PlayedRendition> {
  const [, id = ''] = /renditions\/([^/]+)\/playlist/.exec(line) ?? [];
  const { body: playlist } = await app.playback.mediaPlaylist({ renditionId: id, mayPreview: true }, call());
  let init: Buffer = Buffer.alloc(0);
  let key: Key | undefined;
  let durationSeconds = 0;
  const segments: PlayedSegment[] = [];
  for (const text of playlist.split('\n')) {
    const [, name] = /segments\/([\w.]+)/.exec(text) ?? [];
    if (text.startsWith('#EXT-X-KEY')) key = await readKey(app, text);
    else if (text.startsWith('#EXT-X-MAP')) init = await fetchSegment(app, id, name ?? '');
    else if (text.startsWith('#EXTINF:')) durationSeconds = Number.parseFloat(text.slice('#EXTINF:'.length));
    else if (name !== undefined) {
      const bytes = await fetchSegment(app, id, name);
      segments.push({ durationSeconds, bytes: key ? decrypt(bytes, key) : bytes });
    }
  }
  const file = join(path, `${id}.mp4`);
  await writeFile(file, Buffer.concat([init, ...segments.map(({ bytes }) => bytes)]));
  return { id, attributes: line, playlist, init, segments, file };
}

const renditionHeight = (rendition: PlayedRendition): number =>
  Number(/RESOLUTION=\d+x(\d+)/.exec(rendition.attributes)?.[1]);

/** Follows all playlists of a trailer, and writes its renditions into a folder. */
export async function playTrailer(app: MediaApp, trailerId: string, dir: string): Promise<PlayedTrailer> {
  const path = join(dir, 'played');
  await mkdir(path, { recursive: true });
  const { body: master } = await app.playback.masterPlaylist({ trailerId, mayPreview: true }, call());
  const [audioLine] = /^#EXT-X-MEDIA:.*$/m.exec(master) ?? [];
  const videos: PlayedRendition[] = [];
  for (const [lines] of master.matchAll(/^#EXT-X-STREAM-INF:.*\n.*$/gm)) {
    videos.push(await playRendition(app, lines, path));
  }
  const [top, ...lower] = videos.sort((a, b) => renditionHeight(b) - renditionHeight(a));
  if (top === undefined) throw new Error('the trailer has no video');
  const audio = audioLine === undefined ? undefined : await playRendition(app, audioLine, path);
  return { master, videos: [top, ...lower], audio };
}
