import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { AppError, isUuid, type LeakPicture, leakLimits } from '@secure-preview/contracts';
import type { Logger, Origin } from '@secure-preview/service-kit';
import { LOGGER } from '../../environment.js';
import { UploadCheckService } from '../../trailers/upload-check.service.js';
import { uploadsAccepted } from '../../uploads/uploads.metrics.js';
import { UploadsService } from '../../uploads/uploads.service.js';
import type { StoredLeakCase, StoredListedCase } from './leak-case.js';
import { LeakCaseRepository } from './leak-case.repository.js';

/** Cases that one call for the list compares. Each takes about 20 microseconds of CPU time for each codeword. */
const COMPARED_AT_ONCE = 3;
/** Characters of file names that hide or reorder other text, or that cannot be stored. */
const DECEPTIVE = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069\u2028\u2029]/gu;
/** Control characters other than tabs and line feeds, and lone surrogates. */
const NOT_IN_LINES = /[\p{Cs}]|(?![\t\n])\p{Cc}/gu;
const REPLACEMENT = '\u{FFFD}';

/** Manages found copies for the administrator. */
@Injectable()
export class LeakCasesService {
  constructor(
    private readonly cases: LeakCaseRepository,
    private readonly uploads: UploadsService,
    private readonly uploadCheck: UploadCheckService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Opens a case for an uploaded clip and starts its reading. Returns the existing case for the same upload or command.
   *
   * @throws AppError `UNKNOWN_UPLOAD_URL`, `UPLOAD_MISSING`, `VIDEO_TOO_LARGE`, `NOT_A_VIDEO`, `TOO_MANY_LEAK_CASES`
   */
  async open(
    { clipURL, fileName }: { clipURL: string; fileName: string },
    commandId: string,
    origin: Origin,
  ): Promise<StoredLeakCase> {
    const { objectKey } = await this.uploads.recognise('clip', clipURL);
    const existing = await this.cases.findOpened(objectKey, commandId);
    if (existing) return existing;
    const source = await this.uploadCheck.check(objectKey);
    const id = randomUUID();
    const shownName = fileName.replace(DECEPTIVE, REPLACEMENT).slice(0, leakLimits.clip.nameLength);
    const opened = await this.cases.open({ id, fileName: shownName, source }, commandId, origin);
    if (opened.id === id) uploadsAccepted.inc({ kind: 'clip' });
    return opened;
  }

  /** Returns the cases, newest first. Compares those whose clip was read. */
  async list(): Promise<StoredListedCase[]> {
    for (const id of (await this.cases.waiting()).slice(0, COMPARED_AT_ONCE))
      await this.cases.compare(id).catch((error: unknown) => {
        // The others can still be read, and this one be deleted.
        this.logger.error({ err: error, caseId: id }, 'a found copy cannot be compared');
      });
    return this.cases.list();
  }

  /** Returns a case, compared if its clip was read. @throws AppError `LEAK_CASE_NOT_FOUND` */
  async read(id: string): Promise<StoredLeakCase> {
    requireId(id);
    await this.cases.compare(id);
    return requireFound(await this.cases.find(id));
  }

  /** @throws AppError `LEAK_CASE_NOT_FOUND`, `LEAK_CASE_FINISHED` */
  async cancel(id: string): Promise<StoredLeakCase> {
    requireId(id);
    return requireFound(await this.cases.cancel(id));
  }

  /** @throws AppError `LEAK_CASE_NOT_FOUND` */
  async setNote(id: string, note: string): Promise<StoredLeakCase> {
    requireId(id);
    return requireFound(await this.cases.setNote(id, note.replace(NOT_IN_LINES, REPLACEMENT)));
  }

  /** @throws AppError `LEAK_CASE_NOT_FOUND` */
  async remove(id: string, commandId: string): Promise<void> {
    requireId(id);
    if (!(await this.cases.remove(id, commandId))) throw new AppError('LEAK_CASE_NOT_FOUND');
  }

  /** Returns a JPEG image. @throws AppError `NOT_FOUND` */
  async picture(id: string, which: LeakPicture): Promise<Buffer> {
    const picture = isUuid(id) ? await this.cases.picture(id, which) : undefined;
    if (picture === undefined) throw new AppError('NOT_FOUND');
    return picture;
  }
}

function requireId(id: string): void {
  if (!isUuid(id)) throw new AppError('LEAK_CASE_NOT_FOUND');
}

function requireFound(found: StoredLeakCase | undefined): StoredLeakCase {
  if (found === undefined) throw new AppError('LEAK_CASE_NOT_FOUND');
  return found;
}
