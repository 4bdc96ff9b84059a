import { Injectable } from '@nestjs/common';
import {
  AppError,
  type CheckedRow,
  type ConfirmedImport,
  type ImportRow,
  limits,
} from '@secure-preview/contracts';
import { BlocksService } from '../blocks/blocks.service.js';
import { ImportRepository } from './import.repository.js';
import { checkRows, inviteeOf, parseRow, uniqueLines } from './import-row.js';
import { endedReason, type InvitationTerms } from './invitation.js';
import { type Change, InvitationRepository } from './invitation.repository.js';
import { InvitationPublisherService } from './invitation-publisher.service.js';

const MAX_ROWS = limits.access.importRows;

/** Invites many people or domains: their rows are checked first, and confirmed together. */
@Injectable()
export class ImportsService {
  constructor(
    private readonly invitations: InvitationRepository,
    private readonly imports: ImportRepository,
    private readonly publisher: InvitationPublisherService,
    private readonly blocks: BlocksService,
  ) {}

  /**
   * Checks and stores rows. Rows replace those of the same lines. An import with too many rows is refused for good.
   *
   * @throws AppError `IMPORT_TOO_LARGE` or `IMPORT_CONFIRMED`
   */
  async addRows(importId: string, rows: readonly ImportRow[]): Promise<CheckedRow[]> {
    const parsed = uniqueLines(rows).map(parseRow);
    const keys = [...new Set(parsed.flatMap(({ key }) => key ?? []))];
    const lines = parsed.map(({ line }) => line);
    const [blocked, invited] = await Promise.all([this.blocks.blockedAmong(keys), this.invitedAmong(keys)]);
    const result = await this.invitations.changing(async (transaction) => {
      const finished = await this.imports.finished(transaction, importId);
      if (finished) return finished.invited === null ? 'too large' : 'confirmed';
      const others = await this.imports.countOtherRows(transaction, importId, lines);
      if (others + lines.length > MAX_ROWS) {
        await this.imports.finish(transaction, importId, { invited: null, blocked: 0 });
        return 'too large';
      }
      const inImport = await this.imports.keysInImport(transaction, importId, { keys, lines });
      const checked = checkRows(parsed, { inImport, blocked, invited });
      const stored = checked.map((row, index) => ({ ...row, key: parsed[index]?.key }));
      await this.imports.replaceRows(transaction, importId, stored);
      return checked;
    });
    if (result === 'confirmed') throw new AppError('IMPORT_CONFIRMED');
    if (result === 'too large') throw new AppError('IMPORT_TOO_LARGE', { params: { max: MAX_ROWS } });
    return result;
  }

  /**
   * Creates the invitations of an import and their mails, except of addresses that were blocked meanwhile. A second
   * confirmation changes nothing.
   *
   * @throws AppError `IMPORT_NOT_FOUND`
   */
  async confirm(importId: string, terms: InvitationTerms, change: Change): Promise<ConfirmedImport> {
    const confirmed = await this.invitations.changing(async (transaction) => {
      const finished = await this.imports.finished(transaction, importId);
      if (finished) return { ...finished, used: [] };
      if ((await this.imports.countOtherRows(transaction, importId, [])) === 0) return undefined;
      const rows = await this.imports.invitableRows(transaction, importId);
      const blocked = await this.blocks.blockedAmong(
        rows.map(({ key }) => key),
        transaction,
      );
      const allowed = rows.filter(({ key }) => !blocked.has(key));
      const invitees = new Map(allowed.map((row) => [row.key, inviteeOf(row)]));
      const { count, used } = await this.invitations.invite(transaction, invitees, terms, change);
      const result = { invited: count, blocked: rows.length - allowed.length };
      await this.imports.finish(transaction, importId, result);
      return { ...result, used };
    });
    if (!confirmed || confirmed.invited === null) throw new AppError('IMPORT_NOT_FOUND');
    const { invited, blocked, used } = confirmed;
    await this.publisher.publishCurrent(used);
    return { invited, blocked };
  }

  private async invitedAmong(keys: readonly string[]): Promise<Map<string, { hasEnded: boolean }>> {
    const now = new Date();
    const ended = (reason: string | undefined) => reason === 'revoked' || reason === 'expired';
    return new Map(
      (await this.invitations.byKeys(keys)).map((invitation) => [
        invitation.emailKey,
        { hasEnded: ended(endedReason(invitation, now)) },
      ]),
    );
  }
}
