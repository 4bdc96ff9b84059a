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

/** Returns arguments that give a video a title at which `hangingPrograms` hang. */
export const hangsAt = (text: string) => ['-metadata', `title=hangs at ${text}`];

/**
 * Creates programs that hang when a text occurs both in their arguments and in the title of their video.
 * One worker can then block several trailers, each at a different step.
 *
 * @returns the settings that make media-service use them
 */
export async function hangingPrograms(
  texts: readonly string[],
  { videos, servers }: { videos: VideoMaker; servers: MediaServers },
): Promise<{ FFMPEG_PATH: string; FFPROBE_PATH: string }> {
  const hanging = async (program: 'ffmpeg' | 'ffprobe') => {
    const script = `#!/bin/sh
for text in ${texts.join(' ')}; do
  case "$*" in *"$text"*) grep -aq "hangs at $text" source && exec sleep 600;; esac
done
exec ${servers.programs[program]} "$@"
`;
    const path = await videos.write(`hanging-${program}s`, Buffer.from(script));
    await chmod(path, 0o755);
    return path;
  };
  return { FFMPEG_PATH: await hanging('ffmpeg'), FFPROBE_PATH: await hanging('ffprobe') };
}
