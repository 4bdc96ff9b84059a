import { type Check, type Diagnosis, ok, problem, warning } from '@secure-preview/service-kit/doctor';
import { MediaPrograms } from '../processing/ffmpeg/media-programs.js';
import { SecretBox } from '../secrets/secret-box.js';
import type { WrappedTrailerKey } from '../secrets/trailer-key.js';
import type { QueueState } from './media-state.queries.js';

export function programsCheck(ffmpeg: string, ffprobe: string | undefined): Check {
  return {
    name: 'ffmpeg',
    run: async () => {
      const state = await new MediaPrograms(ffmpeg, ffprobe).describe();
      return state === 'ok'
        ? ok('ffmpeg and ffprobe run')
        : problem(state, 'Install ffmpeg, or set FFMPEG_PATH and FFPROBE_PATH.');
    },
  };
}

/** Checks whether the configured secrets can unwrap the keys of stored trailers. */
export function mediaSecretCheck(
  keys: () => Promise<readonly WrappedTrailerKey[]>,
  secret: string,
  previous: string | undefined,
): Check {
  return {
    name: 'MEDIA_SECRET',
    run: async () => {
      const box = new SecretBox(secret, previous);
      const trailerKeys = await keys();
      const unreadable = trailerKeys.filter(({ wrapped, trailerId }) => {
        try {
          box.unwrap(wrapped, trailerId);
          return false;
        } catch {
          return true;
        }
      });
      if (unreadable.length > 0) {
        return problem(
          `${unreadable.length} of ${trailerKeys.length} trailers cannot be played: their keys were wrapped with another secret`,
          'Set MEDIA_SECRET_PREVIOUS to the previous secret, or restore a backup, which contains it.',
        );
      }
      const outdated = trailerKeys.filter(({ wrapped }) => !box.isCurrent(wrapped)).length;
      return outdated === 0
        ? ok(`can unwrap the keys of all trailers (${trailerKeys.length})`)
        : warning(
            `${outdated} of ${trailerKeys.length} trailers still need MEDIA_SECRET_PREVIOUS`,
            'Keep it set until the hourly sweep has rewrapped their keys.',
          );
    },
  };
}

export function queueCheck(state: () => Promise<QueueState>): Check {
  return { name: 'jobs', run: async () => describeQueue(await state()) };
}

function describeQueue({ waiting, overdueMinutes, givenUp }: QueueState): Diagnosis {
  if (givenUp > 0) {
    return problem(
      `unfinished trailers without a job: ${givenUp}`,
      'Run `portal requeue-jobs`. The log of the worker contains the reason.',
    );
  }
  // Running workers take a job within seconds.
  if (overdueMinutes >= 5) {
    return problem(
      `a job has been waiting for ${Math.round(overdueMinutes)} minutes: no worker takes it`,
      'Start media-service with MEDIA_ROLE worker or both, and check its log.',
    );
  }
  return ok(waiting === 0 ? 'none is waiting' : `${waiting} waiting`);
}
