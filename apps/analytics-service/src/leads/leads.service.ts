import { createHash, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  AppError,
  isUuid,
  type LeadProof,
  limits,
  noNulOrLoneSurrogates,
  parseInput,
  person,
  provesAddress,
} from '@secure-preview/contracts';
import { addressKey } from '@secure-preview/service-kit';
import * as z from 'zod/mini';
import { PeopleRepository } from '../people/people.repository.js';
import type { CapturedLead, LeadOrder, LeadWithStats, ListedLead } from './lead.js';
import { LeadRepository } from './lead.repository.js';
import { leadIdOf, unknownCursor } from './lead-cursor.js';
import { pageOf } from './lead-page.js';
import { LeadStatsService } from './lead-stats.service.js';
import { leadsCaptured } from './leads.metrics.js';

export interface LeadsQuery {
  limit: number;
  cursor?: string | undefined;
  q?: string | undefined;
  sort: LeadOrder;
  proof?: LeadProof | undefined;
}

export interface LeadsPage {
  leads: ListedLead[];
  /** Number of matching leads on all pages. */
  total: number;
  /** Whether the total is estimated, because it is too large to count. */
  totalEstimated: boolean;
  /** Whether any lead, on any page, came with more than a claimed address. */
  hasProofs: boolean;
  nextCursor: string | null;
}

const textWithoutNul = (field: string) =>
  z.string().check(noNulOrLoneSurrogates(`${field} contains characters that cannot be stored`));
const termsText = z.object({ version: textWithoutNul('version'), text: textWithoutNul('text') });
const searchText = z.object({ q: z.optional(textWithoutNul('q')) });

/** Stores the evidence of who accepted which terms, and lists it for the administrator. */
@Injectable()
export class LeadsService {
  constructor(
    private readonly leads: LeadRepository,
    private readonly stats: LeadStatsService,
    private readonly people: PeopleRepository,
  ) {}

  /**
   * Stores a terms text.
   *
   * @throws AppError `VALIDATION_FAILED` if the hash does not match the text, or a string cannot be stored
   */
  async registerTerms(sha256: string, version: string, text: string): Promise<void> {
    parseInput(termsText, { version, text });
    if (createHash('sha256').update(text).digest('hex') !== sha256) {
      const message = 'sha256 is not the hash of the text';
      throw new AppError('VALIDATION_FAILED', { message, fields: { sha256: message } });
    }
    await this.leads.storeTerms(sha256, version, text);
  }

  /**
   * Stores a lead. Resolves once it is committed.
   *
   * @returns the id of the lead; for a repeated command, the id of the lead that it stored first
   * @throws AppError `TERMS_NOT_REGISTERED`; `VALIDATION_FAILED` for a field that the gate must reject
   */
  async capture(lead: CapturedLead, commandId: string): Promise<string> {
    const checked = parseInput(person, lead);
    const id = lead.leadId ?? randomUUID();
    const provedKey = provesAddress(lead.verifiedBy) ? addressKey(checked.email) : null;
    const storedId = await this.leads.store({ ...lead, ...checked, id, provedKey }, commandId);
    if (storedId === undefined) throw new AppError('TERMS_NOT_REGISTERED');
    if (storedId === id) leadsCaptured.inc();
    return storedId;
  }

  /**
   * Returns a page of leads. It may be shorter than `limit` although more leads follow; `nextCursor` is null
   * only on the last page.
   *
   * @throws AppError `VALIDATION_FAILED` for an unknown cursor, or a search for characters that cannot be
   * stored
   */
  async list(query: LeadsQuery): Promise<LeadsPage> {
    const { found, hasMore, total, estimated } = await this.find(query);
    return {
      ...pageOf(await this.withPeople(await this.withProofs(await this.stats.withStats(found))), hasMore),
      total,
      totalEstimated: estimated,
      hasProofs: await this.leads.hasProofs(),
    };
  }

  /** Finds the leads of a page, and whether more follow. Throws like {@link list}. */
  async find({ limit, cursor, q, sort, proof }: LeadsQuery) {
    parseInput(searchText, { q });
    const size = Math.min(Math.max(limit, 1), limits.leadsPage.max);
    const after = cursor === undefined ? undefined : leadIdOf(cursor);
    const search = q || undefined;
    // Requests one more lead, to find out whether there is a next page.
    const page = await this.leads.list({ order: sort, limit: size + 1, after, search, proof });
    if (!page) throw unknownCursor();
    const { leads, total, estimated } = page;
    return { found: leads.slice(0, size), hasMore: leads.length > size, total, estimated };
  }

  /** Marks claimed addresses that another lead proved. */
  private async withProofs(leads: readonly LeadWithStats[]): Promise<ListedLead[]> {
    const keys = leads.map(({ email, verifiedBy }) => (provesAddress(verifiedBy) ? '' : addressKey(email)));
    const proved = await this.leads.provedAmong(keys);
    return leads.map((lead, index) => ({ ...lead, addressProvedElsewhere: proved.has(keys[index] ?? '') }));
  }

  private async withPeople(leads: readonly ListedLead[]): Promise<ListedLead[]> {
    const people = await this.people.ofLeads(leads.map(({ id }) => id));
    return leads.map((lead) => {
      const personId = people.get(lead.id);
      return personId === undefined ? lead : { ...lead, personId };
    });
  }

  /** Returns whether there is a lead with this id; false for a malformed id. */
  async isKnown(leadId: string): Promise<boolean> {
    return isUuid(leadId) && (await this.leads.isKnown(leadId));
  }
}
