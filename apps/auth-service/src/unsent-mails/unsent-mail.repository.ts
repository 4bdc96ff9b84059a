import { Injectable } from '@nestjs/common';
import type { UnsentMails } from '@secure-preview/contracts';
import { DataSource } from 'typeorm';
import { listUnsentMails } from './unsent-mail.queries.js';

/** Reads the outcomes of the mails of this service. */
@Injectable()
export class UnsentMailRepository {
  constructor(private readonly dataSource: DataSource) {}

  list(): Promise<UnsentMails> {
    return listUnsentMails(this.dataSource);
  }
}
