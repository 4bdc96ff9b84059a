import { createHash, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AppError } from '@secure-preview/contracts';
import { type LeadOrder, type NewLead, type StoredLead, sortValue } from './lead.js';
import { LeadRepository } from './lead.repository.js';
import { decodeCursor, encodeCursor } from './lead-cursor.js';

export interface LeadsQuery {
  limit: number;
  cursor?: string | undefined;
  q?: string | undefined;
  sort: LeadOrder;
}

export interface LeadsPage {
  leads: StoredLead[];
  /** Leads that match, on all pages. */
  total: number;
  nextCursor: string | null;
}

/** Keeps the evidence of who accepted which terms, and shows it to the administrator. */
@Injectable()
export class LeadsService {
  constructor(private readonly leads: LeadRepository) {}

  /** @throws AppError `VALIDATION_FAILED` when the hash is not that of the text */
  async registerTerms(sha256: string, version: string, text: string): Promise<void> {
    if (createHash('sha256').update(text).digest('hex') !== sha256) {
      throw new AppError('VALIDATION_FAILED', { message: 'The hash is not that of the terms text' });
    }
    await this.leads.keepTerms(sha256, version, text);
  }

  /**
   * Resolves once the lead is committed.
   *
   * @returns its id, which for a repeated command is that of the first
   * @throws AppError `TERMS_NOT_REGISTERED`
   */
  async capture(lead: Omit<NewLead, 'id'>, commandId: string): Promise<string> {
    const id = await this.leads.keep({ ...lead, id: randomUUID() }, commandId);
    if (id === undefined) throw new AppError('TERMS_NOT_REGISTERED');
    return id;
  }

  /** @throws AppError `VALIDATION_FAILED` for a cursor that was not issued for this order */
  async list({ limit, cursor, q, sort }: LeadsQuery): Promise<LeadsPage> {
    const after = cursor === undefined ? undefined : decodeCursor(sort, cursor);
    const search = q || undefined;
    const [found, total] = await Promise.all([
      this.leads.select({ order: sort, limit: limit + 1, after, search }),
      this.leads.count(search),
    ]);
    const leads = found.slice(0, limit);
    const last = leads.at(-1);
    const more = found.length > limit && last !== undefined;
    return {
      leads,
      total,
      nextCursor: more ? encodeCursor(sort, { value: sortValue(last, sort), id: last.id }) : null,
    };
  }
}
