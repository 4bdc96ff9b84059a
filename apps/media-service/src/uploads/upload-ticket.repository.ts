import type { UploadKind, UploadTicket } from './upload-ticket.js';

export abstract class UploadTicketRepository {
  /** Stores a ticket and announces its object; a repeated command returns its first ticket. */
  abstract issue(ticket: UploadTicket, commandId: string): Promise<UploadTicket>;
  /** Returns the ticket of that kind that was issued with exactly this address. */
  abstract find(kind: UploadKind, address: string): Promise<UploadTicket | undefined>;
}
