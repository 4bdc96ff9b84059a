import { Injectable } from '@nestjs/common';
import { AppError, type BrowserAddress, type DeclaredFile, limits } from '@secure-preview/contracts';
import { randomObjectKey } from '../storage/object-key.js';
import { ObjectStore } from '../storage/object-store.js';
import { assertAcceptable } from './declared-file.js';
import { type UploadKind, type UploadTicket, uploadAddress } from './upload-ticket.js';
import { UploadTicketRepository } from './upload-ticket.repository.js';
import { urlsIssued } from './uploads.metrics.js';

/** Issues upload URLs, and recognises them when clients send them back. */
@Injectable()
export class UploadsService {
  constructor(
    private readonly tickets: UploadTicketRepository,
    private readonly store: ObjectStore,
  ) {}

  /**
   * Returns a presigned URL for one PUT of the declared file, valid for 15 minutes.
   *
   * @throws AppError `VIDEO_TOO_LARGE`, `NOT_A_VIDEO`, `POSTER_TOO_LARGE`, `POSTER_NOT_AN_IMAGE`, `IMAGE_TOO_LARGE`,
   * `NOT_AN_IMAGE`
   */
  async issue(
    kind: UploadKind,
    file: DeclaredFile,
    browser: BrowserAddress,
    commandId: string,
  ): Promise<string> {
    assertAcceptable(kind, file);
    const objectKey = randomObjectKey();
    const sign = (key: string) => this.store.signPut(key, browser, limits.uploadUrlSeconds, file);
    const signed = await sign(objectKey);
    const { origin, pathname } = new URL(signed);
    const ticket = await this.tickets.issue({ objectKey, kind, address: `${origin}${pathname}` }, commandId);
    if (ticket.objectKey === objectKey) urlsIssued.inc({ kind });
    return ticket.objectKey === objectKey ? signed : sign(ticket.objectKey);
  }

  /**
   * Returns the ticket of a URL that a client sent back. Callers then use only the ticket, never that URL.
   *
   * @throws AppError `UNKNOWN_UPLOAD_URL` unless exactly this URL was issued for this kind of upload
   */
  async recognise(kind: UploadKind, url: string): Promise<UploadTicket> {
    const address = uploadAddress(url);
    const ticket = address === undefined ? undefined : await this.tickets.find(kind, address);
    if (ticket === undefined) throw new AppError('UNKNOWN_UPLOAD_URL');
    return ticket;
  }
}
