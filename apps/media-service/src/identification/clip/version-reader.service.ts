import { Injectable } from '@nestjs/common';
import { detect, loadOpenCv } from '@secure-preview/marking';
import { MediaPrograms } from '../../processing/ffmpeg/media-programs.js';
import { InvalidMediaError } from '../../processing/processing-errors.js';
import { ObjectChangedError } from '../../storage/object-store.js';
import { EvidenceFilesService } from '../index/evidence-files.service.js';
import { MarkIndexRepository } from '../index/mark-index.repository.js';
import { makePictures } from './case-pictures.js';
import type { MatchedVersion } from './choose-versions.js';
import { clipFrames } from './clip-limits.js';
import type { UnreadCode } from './clip-reading.js';
import type { ClipWork, CountedClip } from './clip-work.js';
import { type ReadVersion, versionReading } from './version-reading.js';

/** Objects of a version are missing, so no clip can be compared with it. */
export class EvidenceLostError extends InvalidMediaError {}

/** Reads which variants of one version a clip shows. Knows no codewords. */
@Injectable()
export class VersionReaderService {
  constructor(
    private readonly programs: MediaPrograms,
    private readonly indexes: MarkIndexRepository,
    private readonly evidence: EvidenceFilesService,
  ) {}

  /**
   * Returns undefined if the version was deleted, or why nothing was read.
   *
   * @throws EvidenceLostError, StorageUnavailableError
   */
  async read(
    clip: CountedClip,
    { version, candidates, score }: MatchedVersion,
    work: ClipWork,
    withPictures: boolean,
  ): Promise<ReadVersion | UnreadCode | undefined> {
    const { dir, signal } = work;
    const files = await this.evidence.fetch(version.trailerId, dir, signal).catch((error: unknown) => {
      if (!(error instanceof ObjectChangedError)) throw error;
      throw new EvidenceLostError('EVIDENCE_LOST', { params: { title: version.title }, cause: error });
    });
    const stored = await this.indexes.read(version.trailerId);
    if (files === undefined || stored === undefined) return undefined;
    const match = { clip: clip.thumbs, index: stored.index, candidates, score };
    const { first, second, fps, aspect, starts } = files;
    const videos = {
      clip: { file: clip.file, aspect: clip.aspect },
      trailer: { first, second, fps, aspect },
    };
    const frames = clipFrames(this.programs, clip, work, (at) => work.onProgress(at / clip.seconds));
    const detection = await detect(await loadOpenCv(), frames, videos, match, starts);
    if (!detection.found) return detection.reason === 'other_film' ? 'otherFilm' : detection.reason;
    const reading = versionReading(version, stored, detection, starts);
    const pictures = withPictures
      ? await makePictures(this.programs, videos, { detection, thumbs: clip.thumbs }, { dir, signal })
      : null;
    return { reading, pictures };
  }
}
