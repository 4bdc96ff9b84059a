import { randomUUID } from 'node:crypto';
import { AppError, isUuid, noticeMessage } from '@secure-preview/contracts';
import { UsageError } from '@secure-preview/operations';
import { command, environmentOrExit, exitCode, withErrorPrefix } from '@secure-preview/service-kit';
import type { DataSource } from 'typeorm';
import { mediaEnvironment } from '../environment.js';
import { Requeue, type RequeueOutcome } from '../processing/requeue.js';
import type { Requeued } from '../processing/requeue.repository.js';
import { RequeueRepository } from '../processing/requeue.repository.js';
import { StoredObjectsRepository } from '../storage/stored-objects.repository.js';
import { MarkedVersionsService } from '../trailers/marked-versions.service.js';
import { type DetailedTrailer, isFinished } from '../trailers/trailer.js';
import { TrailerRepository } from '../trailers/trailer.repository.js';
import { objectStore, toOperatorError, withDatabase } from './with-media.js';

const LIST_LIMIT = 200;

const trailersIn = (dataSource: DataSource) =>
  new TrailerRepository(
    dataSource,
    environmentOrExit(mediaEnvironment.pick({ KEEP_SOURCE: true, REPLACED_TRAILER_DAYS: true })),
  );

function formatState(trailer: DetailedTrailer): string {
  if (trailer.failure) return `failed: ${noticeMessage(trailer.failure)}`;
  if (isFinished(trailer)) return trailer.status;
  const progress = `${Math.round(trailer.progress)} %`;
  return trailer.status === 'ready'
    ? `ready, making further sizes, ${progress}`
    : `${trailer.status}, ${progress}`;
}

function formatTrailer(trailer: DetailedTrailer): string {
  const uploaded = `${trailer.createdAt.toISOString().slice(0, 16)}Z`;
  const shown = trailer.active ? 'shown' : '     ';
  return [trailer.id, shown, uploaded, `“${trailer.title}”`, formatState(trailer)].join('  ');
}

export const listTrailers = command({
  summary: 'List trailers with their ids, newest first',
  usage: `Usage: portal list-trailers

Columns: id, “shown” for the active trailer, upload time (UTC), title, state.`,
  options: {},
  run: () =>
    withErrorPrefix('The trailers could not be read', () =>
      withDatabase(async (dataSource) => {
        const trailers = await trailersIn(dataSource).list(LIST_LIMIT);
        const lines = trailers.length === 0 ? ['There is no trailer yet.'] : trailers.map(formatTrailer);
        process.stdout.write(`${lines.join('\n')}\n`);
        return exitCode.done;
      }),
    ),
});

const NO_SUCH_TRAILER = 'No trailer has that id. `portal list-trailers` lists all ids.';

/** Returns the only argument of a command. @throws UsageError unless it is an id */
function oneTrailerId([id, ...more]: readonly string[]): string {
  if (id === undefined || more.length > 0) throw new UsageError('Specify the id of one trailer.');
  if (!isUuid(id)) throw new UsageError(`${id} is not a trailer id. \`portal list-trailers\` lists all ids.`);
  return id;
}

export const activateTrailer = command({
  summary: 'Make a trailer the active one',
  usage: `Usage: portal activate-trailer <id>

  <id>   id from \`portal list-trailers\`; the trailer must be ready`,
  options: {},
  takesArguments: true,
  run: async (_options, ids) => {
    const id = oneTrailerId(ids);
    return withErrorPrefix('Nothing was changed', () =>
      withDatabase(async (dataSource) => {
        const trailer = await trailersIn(dataSource).activate(id);
        if (trailer === undefined) throw new Error(NO_SUCH_TRAILER);
        process.stdout.write(`“${trailer.title}” is shown from now on.\n`);
        return exitCode.done;
      }),
    );
  },
});

export const markTrailer = command({
  summary: 'Make a marked version from the kept upload of a trailer',
  usage: `Usage: portal mark-trailer <id>

Processes the upload once more, with forensic marks. The new version has the same title, description, poster and
captions. As with an upload, it is shown to viewers once it can be played. The earlier version is kept for
REPLACED_TRAILER_DAYS. Works also while new trailers are not marked.

  <id>   id from \`portal list-trailers\`; its upload must be in storage (KEEP_SOURCE=true keeps uploads)`,
  options: {},
  takesArguments: true,
  run: async (_options, ids) => {
    const id = oneTrailerId(ids);
    return withErrorPrefix('Nothing was changed', () =>
      withDatabase(async (dataSource) => {
        const settings = environmentOrExit(mediaEnvironment.pick({ MARK_SEGMENT_SECONDS: true }));
        const versions = new MarkedVersionsService(
          trailersIn(dataSource),
          new StoredObjectsRepository(dataSource),
          objectStore(),
          settings,
        );
        const version = await versions.create(id, randomUUID()).catch((error: unknown) => {
          const isUnknown = error instanceof AppError && error.code === 'TRAILER_NOT_FOUND';
          throw isUnknown ? new Error(NO_SUCH_TRAILER) : toOperatorError(error);
        });
        process.stdout.write(
          `“${version.title}” will be processed with marks as soon as a worker is free: ${version.id}\n`,
        );
        return exitCode.done;
      }),
    );
  },
});

const outcomeTexts: Record<Requeued, string> = {
  requeued: 'will be processed as soon as a worker is free.',
  working: 'a worker is processing it already.',
  finished: 'it is already finished.',
  'upload gone': 'its upload is no longer in storage. Upload it again.',
  unknown: NO_SUCH_TRAILER,
};

function describe({ id, title, outcome }: RequeueOutcome): string {
  return `${id}${title === '' ? '' : ` “${title}”`}: ${outcomeTexts[outcome]}`;
}

export const requeueJobs = command({
  summary: 'Process stuck, waiting or failed trailers now',
  usage: `Usage: portal requeue-jobs [--failed | <id> …]

             requeue unfinished trailers that no worker is processing, to run as soon as possible
  --failed   also requeue failed trailers whose upload is still in storage (KEEP_SOURCE=true keeps uploads)
  <id> …     requeue only these trailers, even failed ones; \`portal list-trailers\` lists the ids

Exit code: 1 if a trailer cannot be requeued.`,
  options: { failed: { type: 'boolean', default: false } },
  takesArguments: true,
  run: async ({ failed }, ids) => {
    if (failed && ids.length > 0) throw new UsageError('Specify either --failed or ids, not both.');
    return withErrorPrefix('Not all trailers were requeued', () =>
      withDatabase(async (dataSource) => {
        const requeue = new Requeue(new RequeueRepository(dataSource), objectStore());
        const work = ids.length > 0 ? requeue.named(ids) : requeue.all({ failed });
        const outcomes = await work.catch((error: unknown) => Promise.reject(toOperatorError(error)));
        const lines =
          outcomes.length === 0 ? ['No trailers are waiting to be processed.'] : outcomes.map(describe);
        process.stdout.write(`${lines.join('\n')}\n`);
        const hasFailed = outcomes.some(({ outcome }) => outcome === 'upload gone' || outcome === 'unknown');
        return hasFailed ? exitCode.failed : exitCode.done;
      }),
    );
  },
});
