import { createHash, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  AppError,
  emailAddress,
  limits,
  noNulOrLoneSurrogates,
  parseInput,
  personName,
} from '@secure-preview/contracts';
import * as z from 'zod/mini';
import { leadsCaptured } from '../metrics.js';
import type { LeadOrder, LeadWithStats, NewLead } from './lead.js';
import { LeadRepository } from './lead.repository.js';
import { cursorOf, leadIdOf, unknownCursor } from './lead-cursor.js';
import { fittingPage } from './lead-page.js';
import { LeadStatsService } from './lead-stats.service.js';

export interface LeadsQuery {
  limit: number;
  cursor?: string | undefined;
  q?: string | undefined;
  sort: LeadOrder;
}

export interface LeadsPage {
  leads: LeadWithStats[];
  /** Leads that match, on all pages. */
  total: number;
  /** The total is large and not counted. */
  totalEstimated: boolean;
  nextCursor: string | null;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const person = z.object({ name: personName, email: emailAddress });
const textWithoutNul = (field: string) =>
  z.string().check(noNulOrLoneSurrogates(`${field} contains characters that cannot be stored`));
const termsText = z.object({ version: textWithoutNul('version'), text: textWithoutNul('text') });
const searchText = z.object({ q: z.optional(textWithoutNul('q')) });

/** Keeps the evidence of who accepted which terms, and shows it to the administrator. */
@Injectable()
export class LeadsService {
  constructor(
    private readonly leads: LeadRepository,
    private readonly figures: LeadStatsService,
  ) {}

  /** @throws AppError `VALIDATION_FAILED` when the hash is not that of the text */
  async registerTerms(sha256: string, version: string, text: string): Promise<void> {
    parseInput(termsText, { version, text });
    if (createHash('sha256').update(text).digest('hex') !== sha256) {
      const message = 'sha256 is not the hash of the text';
      throw new AppError('VALIDATION_FAILED', { message, fields: { sha256: message } });
    }
    await this.leads.keepTerms(sha256, version, text);
  }

  /**
   * Resolves once the lead is committed.
   *
   * @returns its id, which for a repeated command is that of the first
   * @throws AppError `TERMS_NOT_REGISTERED`; `VALIDATION_FAILED` for a name or e-mail that no gate should let pass
   */
  async capture(lead: Omit<NewLead, 'id'>, commandId: string): Promise<string> {
    const { name, email } = parseInput(person, lead);
    const id = randomUUID();
    const kept = await this.leads.keep({ ...lead, name, email, id }, commandId);
    if (kept === undefined) throw new AppError('TERMS_NOT_REGISTERED');
    if (kept === id) leadsCaptured.inc();
    return kept;
  }

  /**
   * A page may be shorter than asked for even though more follow: `nextCursor` tells.
   *
   * @throws AppError `VALIDATION_FAILED` for a cursor that this list has not given
   */
  async list({ limit, cursor, q, sort }: LeadsQuery): Promise<LeadsPage> {
    parseInput(searchText, { q });
    const size = Math.min(Math.max(limit, 1), limits.leadsPage.max);
    const after = cursor === undefined ? undefined : leadIdOf(cursor);
    const search = q || undefined;
    // One more than asked for tells whether there is a next page.
    const page = await this.leads.list({ order: sort, limit: size + 1, after, search });
    if (!page) throw unknownCursor();
    const { leads: found, total, estimated } = page;
    const leads = fittingPage(await this.figures.of(found.slice(0, size)));
    const last = found.length > leads.length ? leads.at(-1) : undefined;
    return { leads, total, totalEstimated: estimated, nextCursor: last ? cursorOf(last.id) : null };
  }

  /** Whether there is such a lead; text that can be no id is none. */
  async isKnown(leadId: string): Promise<boolean> {
    return UUID.test(leadId) && (await this.leads.isKnown(leadId));
  }
}
