import { type DatabaseRoles, type Migrations, postgresOptions } from '@secure-preview/service-kit/postgres';
import { AccessRequestEntity } from '../access-requests/access-request.entity.js';
import { BlockEntity } from '../blocks/block.entity.js';
import { CodeEntity } from '../codes/code.entity.js';
import { EndedPlaybackEntity } from '../ended-playbacks/ended-playback.entity.js';
import { ImportEntity } from '../invitations/import.entity.js';
import { ImportRowEntity } from '../invitations/import-row.entity.js';
import { InvitationEntity } from '../invitations/invitation.entity.js';
import { InvitationChangeEntity } from '../invitations/invitation-change.entity.js';
import { EndedVisitEntity } from '../lead-access/ended-visit.entity.js';
import { SettingsVersionEntity } from '../settings/settings-version.entity.js';
import { StaffSessionEntity } from '../staff/staff-session.entity.js';
import { UploadPasswordEntity } from '../upload-password/upload-password.entity.js';
import { CreateAuth1795378320000 } from './migrations/20261122T201200-create-auth.js';
import { CreateSettings1795575900000 } from './migrations/20261125T030500-create-settings.js';
import { CreateBlocks1795595400000 } from './migrations/20261125T083000-create-blocks.js';
import { CreateAccessRequests1795595460000 } from './migrations/20261125T083100-create-access-requests.js';
import { CreateCodes1795596000000 } from './migrations/20261125T084000-create-codes.js';
import { CreateInvitations1795596060000 } from './migrations/20261125T084100-create-invitations.js';
import { AddCodeLinks1795610760000 } from './migrations/20261125T124600-add-code-links.js';
import { AddImportBlocked1795610880000 } from './migrations/20261125T124800-add-import-blocked.js';
import { AddAccessSearch1795610940000 } from './migrations/20261125T124900-add-access-search.js';
import { LimitAccessRequests1795623480000 } from './migrations/20261125T161800-limit-access-requests.js';
import { AddDecisionCommand1795653360000 } from './migrations/20261126T003600-add-decision-command.js';
import { AddCodeMailboxes1795693680000 } from './migrations/20261126T114800-add-code-mailboxes.js';
import { CreateEndedPlaybacks1795768200000 } from './migrations/20261127T083000-create-ended-playbacks.js';
import { AddNamesOfEnds1795813200000 } from './migrations/20261127T210000-add-names-of-ends.js';

/** Postgres schema that belongs to this service alone. */
export const AUTH_SCHEMA = 'auth';

/** Names the variable that contains the URL with this service's Postgres role, for commands and migrations. */
export const authRoles: DatabaseRoles = { app: 'AUTH_DATABASE_URL' };

export const authMigrations: Migrations = [
  CreateAuth1795378320000,
  CreateSettings1795575900000,
  CreateBlocks1795595400000,
  CreateAccessRequests1795595460000,
  CreateCodes1795596000000,
  CreateInvitations1795596060000,
  AddCodeLinks1795610760000,
  AddImportBlocked1795610880000,
  AddAccessSearch1795610940000,
  LimitAccessRequests1795623480000,
  AddDecisionCommand1795653360000,
  AddCodeMailboxes1795693680000,
  CreateEndedPlaybacks1795768200000,
  AddNamesOfEnds1795813200000,
];

/** Returns the connection settings of the running service and its commands. */
export function authDataSource(url: string) {
  const entities = [
    AccessRequestEntity,
    BlockEntity,
    CodeEntity,
    EndedPlaybackEntity,
    EndedVisitEntity,
    ImportEntity,
    ImportRowEntity,
    InvitationChangeEntity,
    InvitationEntity,
    SettingsVersionEntity,
    StaffSessionEntity,
    UploadPasswordEntity,
  ];
  return postgresOptions({ url, schema: AUTH_SCHEMA, entities, poolSize: 5 });
}
