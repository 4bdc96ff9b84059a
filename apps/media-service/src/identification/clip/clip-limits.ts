import { leakLimits } from '@secure-preview/contracts';
import type { Frames } from '@secure-preview/marking';
import type { MediaPrograms } from '../../processing/ffmpeg/media-programs.js';
import { InvalidMediaError } from '../../processing/processing-errors.js';
import { sandboxedFrames } from '../index/sandboxed-frames.js';
import type { ClipWork, InspectedClip } from './clip-work.js';

const { minSeconds, maxSeconds } = leakLimits.clip;
/** Seconds by which a clip may be shorter or longer: containers and programs that cut round lengths. */
const TOLERANCE_SECONDS = 0.5;

/** @throws InvalidMediaError for a clip that is shorter or longer than allowed */
export function requireClipLength(seconds: number): void {
  if (seconds < minSeconds - TOLERANCE_SECONDS) throw new InvalidMediaError('CLIP_TOO_SHORT');
  if (seconds > maxSeconds + TOLERANCE_SECONDS) throw new InvalidMediaError('CLIP_TOO_LONG');
}

/**
 * Bounds the pictures that are read of a clip, whatever length its file states.
 *
 * @param onPicture called with the second of each picture
 * @throws InvalidMediaError for pictures beyond the longest clip
 */
export function boundedFrames(frames: Frames, clip: string, onPicture: (second: number) => void): Frames {
  return async function* bounded(file, options) {
    const { fps, from = 0 } = options;
    let picture = 0;
    for await (const pixels of frames(file, options)) {
      if (file === clip) {
        const second = from + picture / fps;
        if (second > maxSeconds + TOLERANCE_SECONDS) throw new InvalidMediaError('CLIP_TOO_LONG');
        onPicture(second);
        picture += 1;
      }
      yield pixels;
    }
  };
}

/** Decodes the clip, and files of versions beside it, in the sandbox of uploads. Only pictures of the clip are counted. */
export const clipFrames = (
  programs: MediaPrograms,
  clip: Pick<InspectedClip, 'file'>,
  { dir, signal }: Pick<ClipWork, 'dir' | 'signal'>,
  onPicture: (second: number) => void,
): Frames => boundedFrames(sandboxedFrames(programs, { dir, signal }), clip.file, onPicture);
