import { type DatabaseRoles, type Migrations, postgresOptions } from '@secure-preview/service-kit/postgres';
import { LastBackupEntity } from '../backup/last-backup.entity.js';
import { CaptionEntity } from '../captions/caption.entity.js';
import { FinishedCommandEntity } from '../commands/finished-command.entity.js';
import { GateImageEntity } from '../gate-images/gate-image.entity.js';
import { LeakCaseEntity } from '../identification/clip/leak-case.entity.js';
import { MarkIndexEntity } from '../identification/index/mark-index.entity.js';
import { MarkIndexPartEntity } from '../identification/index/mark-index-part.entity.js';
import { CodewordEntity } from '../marks/codeword.entity.js';
import { MarkEntity } from '../marks/mark.entity.js';
import { RenditionEntity } from '../playback/rendition.entity.js';
import { SegmentEntity } from '../playback/segment.entity.js';
import { PosterEntity } from '../posters/poster.entity.js';
import { TrailerKeyEntity } from '../secrets/trailer-key.entity.js';
import { AttemptObjectEntity } from '../storage/attempt-object.entity.js';
import { StoredObjectEntity } from '../storage/stored-object.entity.js';
import { ActiveTrailerEntity } from '../trailers/active-trailer.entity.js';
import { TrailerEntity } from '../trailers/trailer.entity.js';
import { UploadTicketEntity } from '../uploads/upload-ticket.entity.js';
import { CreateMedia1795472760000 } from './migrations/20261123T222600-create-media.js';
import { CreateGateImages1795610700000 } from './migrations/20261125T124500-create-gate-images.js';
import { AddMarks1795811400000 } from './migrations/20261127T203000-add-marks.js';
import { IndexTwins1795811460000 } from './migrations/20261127T203100-index-twins.js';
import { ValidateTwins1795811520000 } from './migrations/20261127T203200-validate-twins.js';
import { CreateMarkIndexes1795825800000 } from './migrations/20261128T003000-create-mark-indexes.js';
import { AddLeakCases1795825860000 } from './migrations/20261128T003100-add-leak-cases.js';

/** Postgres schema that only this service uses. */
export const MEDIA_SCHEMA = 'media';

/** Variables with the database URLs of this service's roles, for commands and migrations. */
export const mediaRoles: DatabaseRoles = { app: 'MEDIA_DATABASE_URL', worker: 'MEDIA_WORKER_DATABASE_URL' };

export const mediaMigrations: Migrations = [
  CreateMedia1795472760000,
  CreateGateImages1795610700000,
  AddMarks1795811400000,
  IndexTwins1795811460000,
  ValidateTwins1795811520000,
  CreateMarkIndexes1795825800000,
  AddLeakCases1795825860000,
];

const entities = [
  ActiveTrailerEntity,
  AttemptObjectEntity,
  CaptionEntity,
  CodewordEntity,
  FinishedCommandEntity,
  GateImageEntity,
  LastBackupEntity,
  LeakCaseEntity,
  MarkEntity,
  MarkIndexEntity,
  MarkIndexPartEntity,
  PosterEntity,
  RenditionEntity,
  SegmentEntity,
  StoredObjectEntity,
  TrailerEntity,
  TrailerKeyEntity,
  UploadTicketEntity,
];

/** Connection settings for the running service. */
export function mediaDataSource(url: string) {
  return postgresOptions({ url, schema: MEDIA_SCHEMA, entities });
}
