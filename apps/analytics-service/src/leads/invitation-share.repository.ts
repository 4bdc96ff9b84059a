import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type InvitationShare, sharesOfInvitations } from './invitation-share.queries.js';

@Injectable()
export class InvitationShareRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns the largest share that a lead of each invitation watched; null if none watched anything. */
  ofInvitations(invitationIds: readonly string[]): Promise<InvitationShare[]> {
    return sharesOfInvitations(this.dataSource, invitationIds);
  }
}
