import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { viewerCookie } from '../viewer-cookie.js';
import { chooseBest, readMediaPlaylist } from './playlists.js';

/** Path of the copy's multivariant playlist. */
export const COPY_PLAYLIST = '/master.m3u8';

/** Copies the media files that a viewer receives, byte for byte, into `files`, with new playlists. */
export async function copyVideo(url: string, playlist: string, files: string): Promise<void> {
  mkdirSync(files, { recursive: true });
  const cookie = await viewerCookie(url);
  const get = async (path: string) => {
    const response = await fetch(url + path, { headers: { cookie }, signal: AbortSignal.timeout(20_000) });
    if (!response.ok) throw new Error(`${path} responded with ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  };
  const copy = async (path: string, name: string) => {
    writeFileSync(join(files, name), await get(path));
    return `/${name}`;
  };
  const copyTrack = async (path: string, name: string) => {
    const { map, segments } = readMediaPlaylist((await get(path)).toString());
    const lines = ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-PLAYLIST-TYPE:VOD'];
    if (map !== undefined) lines.push(`#EXT-X-MAP:URI="${await copy(map, `${name}.mp4`)}"`);
    for (const [index, { uri, duration }] of segments.entries()) {
      lines.push(`#EXTINF:${duration.toFixed(6)},`, await copy(uri, `${name}-${index}.m4s`));
    }
    writeFileSync(join(files, `${name}.m3u8`), `${[...lines, '#EXT-X-ENDLIST'].join('\n')}\n`);
    return `/${name}.m3u8`;
  };
  const { video, audio, bandwidth } = chooseBest((await get(playlist)).toString());
  const group = audio === undefined ? '' : ',AUDIO="audio"';
  const lines = ['#EXTM3U'];
  if (audio !== undefined) {
    const audioPath = await copyTrack(audio, 'audio');
    lines.push(`#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="audio",URI="${audioPath}"`);
  }
  lines.push(`#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth}${group}`, await copyTrack(video, 'video'));
  writeFileSync(join(files, COPY_PLAYLIST), `${lines.join('\n')}\n`);
}
