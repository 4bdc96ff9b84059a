import { Injectable } from '@nestjs/common';
import type { RpcParsedInput, UnsentMailsPage, unsentMailsRpc } from '@secure-preview/contracts';
import { DataSource } from 'typeorm';
import { pageOf, unknownCursor } from '../listing/page-of.js';
import { cursorOf, idOfCursor } from '../listing/uuid-cursor.js';
import { listUnsentMails } from './unsent-mail.queries.js';

type Page = RpcParsedInput<typeof unsentMailsRpc.methods.list>;

/** Reads the outcomes of the mails of this service. */
@Injectable()
export class UnsentMailRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws AppError `VALIDATION_FAILED` for a cursor that this list did not issue */
  async list({ limit, cursor }: Page): Promise<UnsentMailsPage> {
    const after = cursor === undefined ? undefined : idOfCursor(cursor);
    const found = await listUnsentMails(this.dataSource, { limit: limit + 1, after });
    if (!found) throw unknownCursor();
    const { rows: mails, nextCursor } = pageOf(found.mails, limit, ({ id }) => cursorOf(id));
    return { mails, total: found.total, nextCursor };
  }
}
