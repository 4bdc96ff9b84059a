import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AppError, isUuid, type Requester } from '@secure-preview/contracts';
import { mayWatch } from '../access/may-watch.js';
import { type Caption, canonicalLanguage, languageOwnName } from './caption.js';
import { CaptionRepository } from './caption.repository.js';
import { toWebVtt } from './convert/to-webvtt.js';

export interface CaptionFile {
  readonly trailerId: string;
  readonly language: string;
  readonly label?: string | undefined;
  /** SRT or WebVTT. */
  readonly text: string;
}

/**
 * Manages captions of trailers. Checks and rewrites files on upload, so only clean text is served.
 */
@Injectable()
export class CaptionsService {
  constructor(private readonly captions: CaptionRepository) {}

  /**
   * Converts and stores a file.
   *
   * @throws AppError `TRAILER_NOT_FOUND`, `TOO_MANY_CAPTIONS`, and the errors of `toWebVtt`
   */
  async add(file: CaptionFile, commandId: string): Promise<Caption> {
    if (!isUuid(file.trailerId)) throw new AppError('TRAILER_NOT_FOUND');
    const existing = await this.captions.findAdded(commandId);
    if (existing !== undefined) return existing;
    const language = canonicalLanguage(file.language);
    const label = file.label || languageOwnName(language);
    const body = toWebVtt(file.text);
    return this.captions.put(
      { id: randomUUID(), trailerId: file.trailerId, language, label, body },
      commandId,
    );
  }

  /** Removes captions. @throws AppError `CAPTIONS_NOT_FOUND` */
  async remove(trailerId: string, id: string, commandId: string): Promise<void> {
    const removed = isUuid(trailerId) && isUuid(id) && (await this.captions.remove(trailerId, id, commandId));
    if (!removed) throw new AppError('CAPTIONS_NOT_FOUND');
  }

  /**
   * Returns the WebVTT text to a requester who may watch its trailer.
   *
   * @throws AppError `NOT_FOUND`
   */
  async read(id: string, requester: Requester): Promise<string> {
    const stored = isUuid(id) ? await this.captions.text(id) : undefined;
    if (stored === undefined || !mayWatch(stored.trailer, requester)) throw new AppError('NOT_FOUND');
    return stored.body;
  }
}
