import { Injectable } from '@nestjs/common';
import { leakLimits } from '@secure-preview/contracts';
import { type ClipThumbs, clipThumbs, matchInTurns } from '@secure-preview/marking';
import { MediaPrograms } from '../../processing/ffmpeg/media-programs.js';
import { requireAcceptableSize } from '../../processing/limits.js';
import { probe } from '../../processing/probe/probe.js';
import { displaySize, mayHaveTimestampJumps } from '../../processing/probe/source-facts.js';
import { InvalidMediaError } from '../../processing/processing-errors.js';
import { type IndexedTrailer, MarkIndexRepository } from '../index/mark-index.repository.js';
import { isWorthReading, keepBest, type MatchedVersion } from './choose-versions.js';
import type { CasePictures, ReadClip } from './clip-attempt.js';
import { clipFrames, requireClipLength } from './clip-limits.js';
import { clipProvenance } from './clip-provenance.js';
import type { UnreadCode } from './clip-reading.js';
import type { ClipWork, CountedClip, InspectedClip } from './clip-work.js';
import { EvidenceLostError, VersionReaderService } from './version-reader.service.js';
import type { ReadVersion } from './version-reading.js';

/** Rate at which the pictures of a clip are searched, whatever the rates of the trailers. */
const SEARCH_RATE = 24;

/** Width by height, or height by width, of the widest picture. Comparison has only about as many pixels as 640×360. */
const MAX_ASPECT = 10;

/** Reads which variants of which version a clip shows. Knows no codewords. */
@Injectable()
export class ClipReaderService {
  constructor(
    private readonly programs: MediaPrograms,
    private readonly indexes: MarkIndexRepository,
    private readonly versions: VersionReaderService,
  ) {}

  /** @throws InvalidMediaError when the file itself is the problem, StorageUnavailableError */
  async read(file: string, work: ClipWork): Promise<ReadClip> {
    await work.onStep('probe');
    const provenance = await clipProvenance(file, work.signal);
    const read = await this.readMarks(file, work);
    return { ...read, reading: { provenance, ...read.reading } };
  }

  private async readMarks(file: string, work: ClipWork): Promise<ReadClip> {
    const clip = await this.inspect(file, work);
    if (clip.statedSeconds !== null) await work.onLength(clip.statedSeconds);
    await work.onStep('match');
    const listed = await this.indexes.list();
    if (listed.length === 0) return unread(clip.statedSeconds, 'noMarkedVersions');
    const thumbs = await this.thumbs(clip, work);
    const { seconds } = thumbs;
    requireClipLength(seconds);
    await work.onLength(seconds);
    const best = await this.match(thumbs, listed, work);
    if (best.length === 0) return unread(seconds, 'noMarkedVersions');
    if (best.every(({ candidates }) => candidates.length === 0)) return unread(seconds, 'plain');
    await work.onStep('read');
    return this.readBest({ ...clip, thumbs, seconds }, best, work);
  }

  private async inspect(file: string, { dir, signal }: ClipWork): Promise<InspectedClip> {
    const source = await probe(this.programs, file, { dir, signal });
    requireAcceptableSize(source.video);
    const stated = source.video.claimedSeconds ?? source.durationSeconds;
    const statedSeconds = mayHaveTimestampJumps(source) ? null : stated;
    if (statedSeconds !== null) requireClipLength(statedSeconds);
    const { width, height } = displaySize(source.video);
    if (Math.max(width / height, height / width) > MAX_ASPECT)
      throw new InvalidMediaError('PICTURE_SIZE_INVALID');
    return { file, aspect: width / height, statedSeconds };
  }

  private async match(
    thumbs: ClipThumbs,
    listed: readonly IndexedTrailer[],
    work: ClipWork,
  ): Promise<MatchedVersion[]> {
    let best: MatchedVersion[] = [];
    for (const [position, { trailerId, title, createdAt }] of listed.entries()) {
      work.signal.throwIfAborted();
      const stored = await this.indexes.read(trailerId);
      if (stored === undefined) continue;
      const { candidates, score } = await matchInTurns(thumbs, stored.index);
      // An index has up to 120 MB, so those that are needed again are read again.
      best = keepBest(best, { version: { trailerId, title, uploadedAt: createdAt }, candidates, score });
      work.onProgress(0.5 + (0.5 * (position + 1)) / listed.length);
    }
    return best;
  }

  private thumbs(clip: InspectedClip, work: ClipWork): Promise<ClipThumbs> {
    const expected = clip.statedSeconds ?? leakLimits.clip.maxSeconds;
    const frames = clipFrames(this.programs, clip, work, (second) =>
      work.onProgress((0.5 * second) / expected),
    );
    return clipThumbs(frames, clip.file, SEARCH_RATE);
  }

  private async readBest(
    clip: CountedClip,
    best: readonly MatchedVersion[],
    work: ClipWork,
  ): Promise<ReadClip> {
    const versions: ReadVersion['reading'][] = [];
    let pictures: CasePictures | null = null;
    let found: number | undefined;
    let reason: UnreadCode = 'otherFilm';
    let lost: EvidenceLostError | undefined;
    for (const [tried, one] of best.entries()) {
      if (!isWorthReading(one.score, tried, found)) break;
      const read = await this.versions
        .read(clip, one, work, versions.length === 0)
        .catch((error: unknown) => {
          if (!(error instanceof EvidenceLostError)) throw error;
          // The clip may show another version, whose objects are there.
          lost = error;
          return undefined;
        });
      if (read === undefined) continue;
      if (typeof read === 'string') {
        if (read === 'unreadable') reason = read;
        continue;
      }
      found ??= one.score;
      pictures ??= read.pictures;
      versions.push(read.reading);
    }
    if (versions.length === 0 && lost !== undefined) throw lost;
    if (versions.length === 0) return unread(clip.seconds, reason);
    return { reading: { unread: null, versions }, seconds: clip.seconds, pictures };
  }
}

const unread = (seconds: number | null, code: UnreadCode): ReadClip => ({
  reading: { unread: code, versions: [] },
  seconds,
  pictures: null,
});
