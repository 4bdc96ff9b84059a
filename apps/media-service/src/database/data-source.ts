import { type DatabaseRoles, type Migrations, postgresOptions } from '@secure-preview/service-kit/postgres';
import { CaptionEntity } from '../captions/caption.entity.js';
import { FinishedCommandEntity } from '../commands/finished-command.entity.js';
import { RenditionEntity } from '../playback/rendition.entity.js';
import { SegmentEntity } from '../playback/segment.entity.js';
import { PosterEntity } from '../posters/poster.entity.js';
import { TrailerKeyEntity } from '../secrets/trailer-key.entity.js';
import { AttemptObjectEntity } from '../storage/attempt-object.entity.js';
import { StoredObjectEntity } from '../storage/stored-object.entity.js';
import { ActiveTrailerEntity } from '../trailers/active-trailer.entity.js';
import { TrailerEntity } from '../trailers/trailer.entity.js';
import { UploadTicketEntity } from '../uploads/upload-ticket.entity.js';
import { CreateMedia1700000000001 } from './migrations/1700000000001-create-media.js';
import { Ladder1700000000002 } from './migrations/1700000000002-ladder.js';
import { Versions1700000000003 } from './migrations/1700000000003-versions.js';
import { Captions1700000000004 } from './migrations/1700000000004-captions.js';
import { Warnings1700000000005 } from './migrations/1700000000005-warnings.js';

/** Postgres schema used by this service alone. */
export const MEDIA_SCHEMA = 'media';

/** Variables with the database URLs of this service's roles, for commands and migrations. */
export const mediaRoles: DatabaseRoles = { app: 'MEDIA_DATABASE_URL', worker: 'MEDIA_WORKER_DATABASE_URL' };

export const mediaMigrations: Migrations = [
  CreateMedia1700000000001,
  Ladder1700000000002,
  Versions1700000000003,
  Captions1700000000004,
  Warnings1700000000005,
];

const entities = [
  ActiveTrailerEntity,
  AttemptObjectEntity,
  CaptionEntity,
  FinishedCommandEntity,
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
