import type { Origin } from '@secure-preview/service-kit';
import type { DetailedTrailer, NewTrailer, Trailer } from './trailer.js';

export abstract class TrailerRepository {
  abstract find(id: string): Promise<Trailer | undefined>;
  /** Returns the trailer that a command created, or that was created from an upload. */
  abstract findAccepted(by: { commandId: string } | { sourceKey: string }): Promise<Trailer | undefined>;
  /** Returns trailers, newest first. */
  abstract list(limit: number): Promise<DetailedTrailer[]>;
  /** Returns the trailer that viewers are shown: the active one, else the newest still being processed. */
  abstract shown(): Promise<Trailer | undefined>;
  /**
   * Stores a trailer and its processing job in one transaction, which also keeps upload and poster from being
   * swept. Returns the existing trailer when the command or the upload has already created one.
   *
   * @throws AppError `UPLOAD_MISSING` when the upload is being swept
   */
  abstract accept(trailer: NewTrailer, commandId: string, origin: Origin): Promise<Trailer>;
  /**
   * Returns undefined when there is no such trailer. @throws AppError `UPLOAD_MISSING` when the poster is
   * being swept
   */
  abstract setPoster(id: string, posterId: string): Promise<Trailer | undefined>;
  abstract setDescription(id: string, description: string | null): Promise<Trailer | undefined>;
  /** @throws AppError `TRAILER_NOT_READY`, `TRAILER_EXPIRED` */
  abstract activate(id: string): Promise<Trailer | undefined>;
  /**
   * Ends the processing. An unplayable trailer fails with `sentence`; a playable one keeps its renditions.
   * Cancelling again changes nothing.
   *
   * @throws AppError `TRAILER_NOT_PROCESSING`
   */
  abstract cancel(id: string, sentence: string): Promise<Trailer | undefined>;
  /** Returns false when there is no such trailer. @throws AppError `TRAILER_IS_ACTIVE` */
  abstract remove(id: string, commandId: string): Promise<boolean>;
}
