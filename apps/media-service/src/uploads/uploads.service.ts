import { Injectable } from '@nestjs/common';
import { AppError, type BrowserAddress, limits } from '@secure-preview/contracts';
import { randomObjectKey } from '../storage/object-key.js';
import { ObjectStore } from '../storage/object-store.js';
import { addressesIssued } from './upload-metrics.js';
import { type UploadKind, type UploadTicket, uploadAddress } from './upload-ticket.js';
import { UploadTicketRepository } from './upload-ticket.repository.js';

/** Hands out places to upload to, and recognises them when they come back. */
@Injectable()
export class UploadsService {
  constructor(
    private readonly tickets: UploadTicketRepository,
    private readonly store: ObjectStore,
  ) {}

  /** A presigned address for one PUT, good for 15 minutes. */
  async issue(kind: UploadKind, browser: BrowserAddress, commandId: string): Promise<string> {
    const objectKey = randomObjectKey();
    const signed = await this.store.signPut(objectKey, browser, limits.uploadUrlSeconds);
    const { origin, pathname } = new URL(signed);
    const ticket = await this.tickets.issue({ objectKey, kind, address: `${origin}${pathname}` }, commandId);
    if (ticket.objectKey === objectKey) addressesIssued.inc({ kind });
    return ticket.objectKey === objectKey
      ? signed
      : this.store.signPut(ticket.objectKey, browser, limits.uploadUrlSeconds);
  }

  /**
   * The ticket behind an address that a client sent back. Nothing else of the address is ever used.
   *
   * @throws AppError `UNKNOWN_UPLOAD_URL` unless exactly this address was issued for this kind of upload
   */
  async recognise(kind: UploadKind, url: string): Promise<UploadTicket> {
    const address = uploadAddress(url);
    const ticket = address === undefined ? undefined : await this.tickets.find(kind, address);
    if (ticket === undefined) throw new AppError('UNKNOWN_UPLOAD_URL');
    return ticket;
  }
}
