import { statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import {
  type Ffmpeg,
  type OsUser,
  runsAs,
  sharedCopy,
  wrapperPath,
  writeFfmpegWrappers,
} from '@secure-preview/embedded';

const runsFor = (user: OsUser, { ffmpeg, ffprobe }: Ffmpeg) =>
  [ffmpeg, ...(ffprobe === undefined ? [] : [ffprobe])].every((program) =>
    runsAs(user, program, ['-version']),
  );

/**
 * Returns an ffmpeg that this user can run: `found`, or a copy of the unpacked tree if the cache is in a private home
 * directory. Returns undefined if this user can run neither.
 */
export async function reachableFfmpeg(found: Ffmpeg, user: OsUser): Promise<Ffmpeg | undefined> {
  if (runsFor(user, found)) return found;
  const tree = dirname(dirname(found.ffmpeg));
  if (found.ffmpeg !== wrapperPath(tree, 'ffmpeg')) return undefined;
  const version = `${basename(dirname(tree))}-${statSync(tree).mtimeMs.toFixed(0)}`;
  const copy = await sharedCopy(tree, `ffmpeg-${version}`, { finish: writeFfmpegWrappers });
  const copied = { ffmpeg: wrapperPath(copy, 'ffmpeg'), ffprobe: wrapperPath(copy, 'ffprobe') };
  return runsFor(user, copied) ? copied : undefined;
}
