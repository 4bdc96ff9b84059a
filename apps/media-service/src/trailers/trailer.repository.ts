import type { Origin } from '@secure-preview/service-kit';
import type { DetailedTrailer, NewTrailer, Trailer } from './trailer.js';

export abstract class TrailerRepository {
  abstract find(id: string): Promise<Trailer | undefined>;
  /** The trailer that a command made, or that was made of an upload. */
  abstract findAccepted(by: { commandId: string } | { sourceKey: string }): Promise<Trailer | undefined>;
  /** Newest first. */
  abstract list(limit: number): Promise<DetailedTrailer[]>;
  /** The one that is shown: the active one, else the newest that is still being processed. */
  abstract shown(): Promise<Trailer | undefined>;
  /**
   * Stores a trailer and its processing job in one transaction, which also keeps upload and poster from being
   * swept. When the command or the upload already made one, that one is returned.
   *
   * @throws AppError `UPLOAD_MISSING` when the upload is being swept
   */
  abstract accept(trailer: NewTrailer, commandId: string, origin: Origin): Promise<Trailer>;
  /** Undefined when there is no such trailer. @throws AppError `UPLOAD_MISSING` when the poster is being swept */
  abstract setPoster(id: string, posterId: string): Promise<Trailer | undefined>;
  abstract setDescription(id: string, description: string | null): Promise<Trailer | undefined>;
  /** @throws AppError `TRAILER_NOT_READY`, `TRAILER_EXPIRED` */
  abstract activate(id: string): Promise<Trailer | undefined>;
  /**
   * Ends the processing: one that cannot be played yet fails with `sentence`, one that can keeps what it has. Cancelling
   * again changes nothing.
   *
   * @throws AppError `TRAILER_NOT_PROCESSING`
   */
  abstract cancel(id: string, sentence: string): Promise<Trailer | undefined>;
  /** False when there is no such trailer. @throws AppError `TRAILER_IS_ACTIVE` */
  abstract remove(id: string, commandId: string): Promise<boolean>;
}
