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
        : problem(state, 'Install ffmpeg, or name the programs in FFMPEG_PATH and FFPROBE_PATH.');
    },
  };
}

/** Checks whether the keys of stored trailers can be unwrapped with this process's secrets. */
export function mediaSecretCheck(
  keys: () => Promise<readonly WrappedTrailerKey[]>,
  secret: string,
  previous: string | undefined,
): Check {
  return {
    name: 'MEDIA_SECRET',
    run: async () => {
      const box = new SecretBox(secret, previous);
      const all = await keys();
      const closed = all.filter(({ wrapped, trailerId }) => {
        try {
          box.unwrap(wrapped, trailerId);
          return false;
        } catch {
          return true;
        }
      });
      if (closed.length > 0) {
        return problem(
          `${closed.length} of ${all.length} trailers cannot be played: their keys were wrapped with another secret`,
          'Put the secret that was in use before into MEDIA_SECRET_PREVIOUS, or restore a backup, which holds it.',
        );
      }
      const old = all.filter(({ wrapped }) => !box.isCurrent(wrapped)).length;
      return old === 0
        ? ok(`opens the keys of all ${all.length} trailers`)
        : warning(
            `${old} of ${all.length} trailers still need MEDIA_SECRET_PREVIOUS`,
            'Leave it set until the hourly sweep has wrapped them anew.',
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
      `${givenUp} trailers are not finished and no job is left for them`,
      '`portal requeue-jobs` begins again; the log of the worker has the reason.',
    );
  }
  // A running worker takes a job within seconds.
  if (overdueMinutes >= 5) {
    return problem(
      `a job has been waiting for ${Math.round(overdueMinutes)} minutes: no worker takes it`,
      'Start media-service with MEDIA_ROLE worker or both, and look into its log.',
    );
  }
  return ok(waiting === 0 ? 'none is waiting' : `${waiting} waiting`);
}
