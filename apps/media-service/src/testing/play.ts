import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { browser, call, type MediaApp } from './media-app.js';

/** Follows a trailer's playlists as a player does, and writes it as one file that any program can read. */
export async function downloadTrailer(app: MediaApp, trailerId: string, dir: string): Promise<string> {
  const master = await app.playback.masterPlaylist({ trailerId, mayPreview: true }, call());
  const [, renditionId = ''] = /renditions\/([^/]+)\/playlist/.exec(master.body) ?? [];
  const media = await app.playback.mediaPlaylist({ renditionId, mayPreview: true }, call());
  const names = [...media.body.matchAll(/segments\/([\w.]+)/g)].map(([, name = '']) => name);
  const parts: Buffer[] = [];
  await mkdir(join(dir, trailerId), { recursive: true });
  for (const name of names) {
    const input = { renditionId, name, mayPreview: true, browser };
    const { url } = await app.playback.signSegment(input, call());
    const response = await fetch(url);
    if (!response.ok) throw new Error(`segment ${name} answered ${response.status}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    parts.push(bytes);
    await writeFile(join(dir, trailerId, name), bytes);
  }
  await writeFile(
    join(dir, trailerId, 'local.m3u8'),
    media.body.replace(/\/api\/media\/renditions\/[^/]+\/segments\//g, ''),
  );
  const whole = join(dir, trailerId, 'whole.mp4');
  await writeFile(whole, Buffer.concat(parts));
  return whole;
}
