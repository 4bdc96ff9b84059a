import { chmod, writeFile } from 'node:fs/promises';
import type { VideoMaker } from './make-video.js';
import type { MediaServers } from './media-servers.js';

/**
 * Creates a program that hangs when its arguments contain `text`, and runs the real one otherwise.
 *
 * @returns the settings that make media-service use it
 */
export async function hangingAt(
  program: 'ffmpeg' | 'ffprobe',
  text: string,
  { videos, servers }: { videos: VideoMaker; servers: MediaServers },
): Promise<{ FFMPEG_PATH: string; FFPROBE_PATH: string }> {
  const path = videos.path(`hanging-${program}`);
  const script = `#!/bin/sh
case "$*" in *${text}*) exec sleep 600;; esac
exec ${servers.programs[program]} "$@"
`;
  await writeFile(path, script);
  await chmod(path, 0o755);
  const { ffmpeg, ffprobe } = servers.programs;
  return program === 'ffmpeg'
    ? { FFMPEG_PATH: path, FFPROBE_PATH: ffprobe }
    : { FFMPEG_PATH: ffmpeg, FFPROBE_PATH: path };
}
