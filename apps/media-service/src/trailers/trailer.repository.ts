import type { NewTrailer, Trailer } from './trailer.js';

export abstract class TrailerRepository {
  abstract find(id: string): Promise<Trailer | undefined>;
  /** The trailer that a command made, or that was made of an upload. */
  abstract findAccepted(by: { commandId: string } | { sourceKey: string }): Promise<Trailer | undefined>;
  /** Newest first. */
  abstract list(limit: number): Promise<Trailer[]>;
  /** The one that is shown: the active one, else the newest that is still being processed. */
  abstract shown(): Promise<Trailer | undefined>;
  /**
   * Stores a trailer and its processing job in one transaction, which also keeps upload and poster from being
   * swept. When the command or the upload already made one, that one is returned.
   *
   * @throws AppError `UPLOAD_MISSING` when the upload is being swept
   */
  abstract accept(trailer: NewTrailer, commandId: string): Promise<Trailer>;
  /** Undefined when there is no such trailer. @throws AppError `UPLOAD_MISSING` when the poster is being swept */
  abstract setPoster(id: string, posterId: string): Promise<Trailer | undefined>;
  abstract setDescription(id: string, description: string | null): Promise<Trailer | undefined>;
  /** @throws AppError `TRAILER_NOT_READY` */
  abstract activate(id: string): Promise<Trailer | undefined>;
  /** False when there is no such trailer. @throws AppError `TRAILER_IS_ACTIVE` */
  abstract remove(id: string, commandId: string): Promise<boolean>;
}
