import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Any, type Repository } from 'typeorm';
import { StaffSessionEntity } from './staff-session.entity.js';
import type { StaffSession } from './staff-session.js';

@Injectable()
export class StaffSessionRepository {
  constructor(
    @InjectRepository(StaffSessionEntity) private readonly sessions: Repository<StaffSessionEntity>,
  ) {}

  /** Records a session. Changes nothing if the session is recorded already. */
  async record({ sessionRef, leadId, ip, userAgent }: StaffSession): Promise<void> {
    await this.sessions
      .createQueryBuilder()
      .insert()
      .values({ sessionRef, leadId: leadId ?? null, ip, userAgent })
      .orIgnore()
      .updateEntity(false)
      .execute();
  }

  /** Returns the leads in `leadIds` that have a session with the uploader level. */
  async staffLeads(leadIds: readonly string[]): Promise<string[]> {
    const found = await this.sessions.find({
      select: { sessionRef: true, leadId: true },
      where: { leadId: Any(leadIds) },
    });
    return [...new Set(found.flatMap(({ leadId }) => leadId ?? []))];
  }

  /** Returns leads that have a session with the uploader level, by id after `after`. */
  async staffLeadsAfter(after: string | null, limit: number): Promise<string[]> {
    const found = await this.sessions
      .createQueryBuilder('session')
      .select('session.leadId', 'leadId')
      .distinct(true)
      .where('session.leadId IS NOT NULL')
      .andWhere(after === null ? 'TRUE' : 'session.leadId > :after', { after })
      .orderBy('session.leadId')
      .limit(limit)
      .getRawMany<{ leadId: string }>();
    return found.map(({ leadId }) => leadId);
  }
}
