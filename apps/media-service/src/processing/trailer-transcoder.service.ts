import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '@secure-preview/service-kit';
import { LOGGER, MEDIA_ENVIRONMENT, type MediaEnvironment } from '../environment.js';
import { GeneratedPostersService } from '../posters/generated-posters.service.js';
import { ObjectStore } from '../storage/object-store.js';
import type { Attempt, PublishedRendition, Source } from './attempt.js';
import { MediaPrograms } from './ffmpeg/media-programs.js';
import {
  requireAcceptableLength,
  requireAcceptableSize,
  requireAligned,
  requireFullOutput,
  requireNotTruncated,
} from './limits.js';
import { PatternKeysService } from './marking/pattern-keys.service.js';
import { colourWarning } from './plan/colour-warning.js';
import { firstStages, type ProcessingPlan, planProcessing, planStages } from './plan/processing-plan.js';
import { endTogether, isCuttable, isPlayable } from './plan/remuxable.js';
import { planEnd } from './plan/trailer-end.js';
import { posterFrame } from './poster-frame.js';
import { probe, scanPackets } from './probe/probe.js';
import type { SourceFacts } from './probe/source-facts.js';
import { ProcessingRepository } from './processing.repository.js';
import type { ProgressWriter } from './progress-writer.js';
import { RenditionStoreService } from './rendition-store.service.js';
import { mapStorageError } from './storage-unavailable.js';
import { copySource, encodeRungs, type LocalRendition, type Transcode } from './transcode.js';

/** Context of one attempt. */
export interface AttemptContext {
  readonly attempt: Attempt;
  readonly upload: Source;
  /** Working folder, empty at first. */
  readonly dir: string;
  readonly signal: AbortSignal;
  readonly progress: ProgressWriter<Attempt>;
}

const segmentEnds = ({ output }: LocalRendition): number[] => {
  let at = 0;
  return output.files.flatMap(({ durationSeconds }) => {
    if (durationSeconds === null) return [];
    at += durationSeconds;
    return [at];
  });
};

/**
 * Makes the missing renditions and the poster of a trailer. Publishes each result as soon as it is ready, so later
 * attempts do not repeat the work.
 */
@Injectable()
export class TrailerTranscoderService {
  constructor(
    private readonly processing: ProcessingRepository,
    private readonly store: ObjectStore,
    private readonly renditions: RenditionStoreService,
    private readonly posters: GeneratedPostersService,
    private readonly programs: MediaPrograms,
    private readonly patternKeys: PatternKeysService,
    @Inject(MEDIA_ENVIRONMENT) private readonly environment: MediaEnvironment,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Makes the first playable renditions and the poster.
   *
   * @param onPublished called once the trailer is playable
   * @returns whether larger sizes remain to be made
   * @throws InvalidMediaError when the file itself is the problem, StorageUnavailableError
   */
  async createPlayable(context: AttemptContext, onPublished: () => void): Promise<boolean> {
    const { job, plan } = await this.inspect(context);
    if (plan.first !== null) await this.createFirst(job, context, plan.first);
    onPublished();
    await this.makePoster(job, context);
    return plan.rest !== null;
  }

  /**
   * Makes the missing renditions and the poster of a playable trailer.
   *
   * @throws InvalidMediaError when the file itself is the problem, StorageUnavailableError
   */
  async createRest(context: AttemptContext): Promise<void> {
    const { attempt, upload, progress } = context;
    const { job, plan } = await this.inspect(context);
    await this.makePoster(job, context);
    if (plan.rest === null) return;
    await progress.begin('encode');
    const localRenditions = await encodeRungs(job, plan.rest.rungs, plan.rest.withAudio, 'lowest');
    const hasProvisional = upload.published.some(({ provisional }) => provisional);
    this.check(localRenditions, job, hasProvisional ? [] : upload.published);
    const stored = await this.renditions.store(localRenditions, job.source, false, context);
    await this.processing.extend(attempt, stored);
  }

  private async inspect(context: AttemptContext): Promise<{ job: Transcode; plan: ProcessingPlan }> {
    const { attempt, upload, dir, signal, progress } = context;
    const file = join(dir, 'source');
    progress.plan(firstStages(upload.published.length > 0));
    await progress.begin('download');
    await mapStorageError(signal, this.store.download(upload.key, upload.etag, file, signal));
    await progress.begin('probe');
    const source = await probe(this.programs, file, { dir, signal });
    requireAcceptableLength(source.durationSeconds);
    requireAcceptableSize(source.video);
    await this.warnOfColours(source, context);
    const packets = await scanPackets(this.programs, file, source, { dir, signal });
    requireNotTruncated(packets, source);
    const end = planEnd(source, packets);
    requireAcceptableLength(end?.seconds ?? null);
    const copyable = isPlayable(source) && isCuttable(packets) && endTogether(packets, end);
    const { markSegmentSeconds } = upload;
    const marked = markSegmentSeconds !== null;
    const plan = planProcessing(source, copyable, upload.published, marked);
    progress.plan(planStages(source, plan, marked));
    const job: Transcode = {
      programs: this.programs,
      file,
      dir,
      source,
      end,
      signal,
      segmentSeconds: this.environment.MEDIA_SEGMENT_SECONDS,
      marking: marked
        ? { key: await this.patternKeys.ensure(attempt.trailerId), segmentSeconds: markSegmentSeconds }
        : null,
      onProgress: (share) => progress.report(share),
    };
    return { job, plan };
  }

  private async createFirst(
    job: Transcode,
    context: AttemptContext,
    first: NonNullable<ProcessingPlan['first']>,
  ) {
    const { progress, attempt } = context;
    await progress.begin(first.by === 'copying' ? 'remux' : 'encode');
    const localRenditions =
      first.by === 'copying' ? await copySource(job) : await encodeRungs(job, first.rungs, true, 'low');
    this.check(localRenditions, job, []);
    const provisional = first.by === 'copying' && first.provisional;
    const stored = await this.renditions.store(localRenditions, job.source, provisional, context);
    await this.processing.publish(attempt, stored);
  }

  private check(
    localRenditions: readonly LocalRendition[],
    { source, end }: Transcode,
    published: readonly Pick<PublishedRendition, 'kind' | 'cuts'>[],
  ): void {
    const videos = localRenditions.filter(({ rungHeight }) => rungHeight !== null);
    const others = published.filter(({ kind }) => kind === 'video').map(({ cuts }) => cuts);
    const [audioSeconds = null] = [
      ...localRenditions
        .filter(({ rungHeight }) => rungHeight === null)
        .map(({ output }) => output.durationSeconds),
      ...published.filter(({ kind }) => kind === 'audio').map(({ cuts }) => cuts.at(-1) ?? 0),
    ];
    // A copy begins with the first video frame; earlier audio is cut off.
    const videoDelay = Math.max(0, (source.video.startSeconds ?? 0) - (source.startSeconds ?? 0));
    for (const video of videos) {
      const { durationSeconds } = video.output;
      requireAcceptableLength(durationSeconds);
      requireFullOutput({ video: durationSeconds, audio: audioSeconds }, end && end.seconds - videoDelay);
      requireAligned(segmentEnds(video), [...others, ...videos.map(segmentEnds)]);
    }
  }

  private async warnOfColours(source: SourceFacts, { attempt, dir, signal }: AttemptContext): Promise<void> {
    const warning = colourWarning(source, await this.programs.features(dir, signal));
    if (warning === null) return;
    await this.processing.warn(attempt, warning);
    this.logger.warn(attempt, 'HDR is not tone mapped: ffmpeg lacks zscale or tonemap');
  }

  /**
   * Makes a poster for a trailer without one. A failure is only logged, since the trailer is playable anyway.
   */
  private async makePoster(job: Transcode, { attempt, progress }: AttemptContext): Promise<void> {
    if (!(await this.processing.lacksPoster(attempt.trailerId))) return;
    await progress.beginUnplanned('poster');
    try {
      const image = await posterFrame(job, (frame) => this.posters.isBrightEnough(frame));
      if (image === undefined) return;
      const poster = await this.posters.fromImage(image, attempt.trailerId);
      await this.processing.showPoster(attempt, poster.id);
    } catch (error) {
      job.signal.throwIfAborted();
      this.logger.warn({ err: error, ...attempt }, 'no poster could be made from the video');
    }
  }
}
