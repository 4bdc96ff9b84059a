import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { hasApt } from '../debian/apt.js';
import { unpackedPackages } from '../debian/unpack.js';
import { wrapperPath, writeWrapper } from '../debian/wrapper.js';
import { isExecutable, type Log, onPath, versionOf } from '../system/command.js';

export interface Ffmpeg {
  ffmpeg: string;
  /** Undefined if none was found: the old build from the registry has no ffprobe. */
  ffprobe: string | undefined;
}

const runs = (command: string) => versionOf(command, '-version') !== undefined;

function configured(env: NodeJS.ProcessEnv, variable: string): string | undefined {
  const path = env[variable];
  if (path && !isExecutable(path)) throw new Error(`${variable} is not an executable file: ${path}`);
  return path || undefined;
}

/** Finds ffprobe in `FFPROBE_PATH`, in the folder of ffmpeg, or on PATH. */
function probeFor(ffmpeg: string, env: NodeJS.ProcessEnv): string | undefined {
  const sibling = join(dirname(ffmpeg), 'ffprobe');
  return configured(env, 'FFPROBE_PATH') ?? (isExecutable(sibling) ? sibling : onPath('ffprobe', env));
}

/** Writes the scripts that run the programs of an unpacked tree. `tree` is the final path of the tree. */
export function writeFfmpegWrappers(draft: string, tree: string): void {
  for (const name of ['ffmpeg', 'ffprobe']) writeWrapper(draft, tree, name, `usr/bin/${name}`);
}

function fromRegistry(log: Log): string | undefined {
  const require = createRequire(import.meta.url);
  try {
    const { path } = require('@ffmpeg-installer/ffmpeg') as { path: string };
    if (!existsSync(path) || !runs(path)) return undefined;
    log(
      'Using the ffmpeg of the package registry, a build of 2018 without ffprobe: install ffmpeg for real use.',
    );
    return path;
  } catch {
    return undefined;
  }
}

/**
 * Finds ffmpeg and ffprobe in `FFMPEG_PATH` and `FFPROBE_PATH`, or on PATH. Falls back to the distribution's
 * package, unpacked into the cache, then to the old build from the registry.
 */
export async function findFfmpeg(log: Log, env: NodeJS.ProcessEnv = process.env): Promise<Ffmpeg> {
  const chosen = configured(env, 'FFMPEG_PATH') ?? onPath('ffmpeg', env);
  if (chosen !== undefined) return { ffmpeg: chosen, ffprobe: probeFor(chosen, env) };
  let reason: unknown;
  if (hasApt()) {
    try {
      const root = await unpackedPackages({
        name: 'ffmpeg',
        packages: ['ffmpeg'],
        works: (tree) => runs(wrapperPath(tree, 'ffmpeg')) && runs(wrapperPath(tree, 'ffprobe')),
        finish: writeFfmpegWrappers,
        log,
      });
      const ffmpeg = wrapperPath(root, 'ffmpeg');
      return { ffmpeg, ffprobe: probeFor(ffmpeg, env) };
    } catch (error) {
      reason = error;
    }
  }
  const oldBuild = fromRegistry(log);
  if (oldBuild !== undefined) return { ffmpeg: oldBuild, ffprobe: probeFor(oldBuild, env) };
  throw new Error('Install ffmpeg (with ffprobe), or set FFMPEG_PATH.', { cause: reason });
}
