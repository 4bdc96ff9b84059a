import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { browser, call, type MediaApp } from './media-app.js';

/** Follows a trailer's playlists as a player does, and writes its segments as one file that any program reads. */
export async function downloadTrailer(
  app: MediaApp,
  trailerId: string,
  dir: string,
): Promise<{ file: string; playlist: string; master: string }> {
  const { body: master } = await app.playback.masterPlaylist({ trailerId, mayPreview: true }, call());
  const [, renditionId = ''] = /renditions\/([^/]+)\/playlist/.exec(master) ?? [];
  const { body: playlist } = await app.playback.mediaPlaylist({ renditionId, mayPreview: true }, call());
  const parts: Buffer[] = [];
  for (const [, name = ''] of playlist.matchAll(/segments\/([\w.]+)/g)) {
    const input = { renditionId, name, mayPreview: true, browser };
    const { url } = await app.playback.signSegment(input, call());
    const response = await fetch(url);
    if (!response.ok) throw new Error(`segment ${name} answered ${response.status}`);
    parts.push(Buffer.from(await response.arrayBuffer()));
  }
  await mkdir(join(dir, 'played'), { recursive: true });
  const file = join(dir, 'played', `${trailerId}.mp4`);
  await writeFile(file, Buffer.concat(parts));
  return { file, playlist, master };
}
