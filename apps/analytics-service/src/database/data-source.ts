import { type DatabaseRoles, type Migrations, postgresOptions } from '@secure-preview/service-kit/postgres';
import { AccessLogEntity } from '../access-log/access-log.entity.js';
import { DeliverySummaryEntity } from '../deliveries/delivery-summary.entity.js';
import { SegmentDeliveryEntity } from '../deliveries/segment-delivery.entity.js';
import { FlagEntity } from '../flags/flag.entity.js';
import { LeadEntity } from '../leads/lead.entity.js';
import { TermsTextEntity } from '../leads/terms-text.entity.js';
import { PersonEntity } from '../people/person.entity.js';
import { PersonWatchedEntity } from '../people/person-watched.entity.js';
import { StaffLeadEntity } from '../people/staff-lead.entity.js';
import { PlaybackGrantEntity } from '../viewing/playback-grant.entity.js';
import { ProgressEventEntity } from '../viewing/progress-event.entity.js';
import { ViewingSessionEntity } from '../viewing/viewing-session.entity.js';
import { ViewingSummaryEntity } from '../viewing/viewing-summary.entity.js';
import { WatchedSummaryEntity } from '../viewing/watched-summary.entity.js';
import { CreateAnalytics1795378800000 } from './migrations/20261122T202000-create-analytics.js';
import { AddLeadInvitation1795595700000 } from './migrations/20261125T083500-add-lead-invitation.js';
import { IndexLeadInvitation1795595760000 } from './migrations/20261125T083600-index-lead-invitation.js';
import { AddLeadProvedKey1795610760000 } from './migrations/20261125T124600-add-lead-proved-key.js';
import { IndexProvedLeads1795610820000 } from './migrations/20261125T124700-index-proved-leads.js';
import { AddPlays1795690800000 } from './migrations/20261126T110000-add-plays.js';
import { AddPeople1795692600000 } from './migrations/20261126T113000-add-people.js';
import { IndexViewingsOfTrailer1795769100000 } from './migrations/20261127T084500-index-viewings-of-trailer.js';
import { AddFlags1795782600000 } from './migrations/20261127T123000-add-flags.js';
import { IndexDeliveriesByTime1795783500000 } from './migrations/20261127T124500-index-deliveries-by-time.js';
import { IndexRecordedDeliveries1795783560000 } from './migrations/20261127T124600-index-recorded-deliveries.js';
import { IndexWatchedByTime1795783620000 } from './migrations/20261127T124700-index-watched-by-time.js';
import { IndexWatermarkLosses1795783680000 } from './migrations/20261127T124800-index-watermark-losses.js';
import { AddPeopleAccess1795783800000 } from './migrations/20261127T125000-add-people-access.js';
import { AddSentParts1795798800000 } from './migrations/20261127T170000-add-sent-parts.js';
import { CountPlaysAndRanges1795799400000 } from './migrations/20261127T171000-count-plays-and-ranges.js';
import { AddVariantHash1795811400000 } from './migrations/20261127T203000-add-variant-hash.js';
import { AddNamesOfDismissals1795813200000 } from './migrations/20261127T210000-add-names-of-dismissals.js';
import { SumRangesFaster1795896900000 } from './migrations/20261128T201500-sum-ranges-faster.js';

/** Postgres schema that belongs to this service alone. */
export const ANALYTICS_SCHEMA = 'analytics';

/** Names the variable that contains the URL with this service's Postgres role, for commands and migrations. */
export const analyticsRoles: DatabaseRoles = { app: 'ANALYTICS_DATABASE_URL' };

export const analyticsMigrations: Migrations = [
  CreateAnalytics1795378800000,
  AddLeadInvitation1795595700000,
  IndexLeadInvitation1795595760000,
  AddLeadProvedKey1795610760000,
  IndexProvedLeads1795610820000,
  AddPlays1795690800000,
  AddPeople1795692600000,
  IndexViewingsOfTrailer1795769100000,
  AddFlags1795782600000,
  IndexDeliveriesByTime1795783500000,
  IndexRecordedDeliveries1795783560000,
  IndexWatchedByTime1795783620000,
  IndexWatermarkLosses1795783680000,
  AddPeopleAccess1795783800000,
  AddSentParts1795798800000,
  CountPlaysAndRanges1795799400000,
  AddVariantHash1795811400000,
  AddNamesOfDismissals1795813200000,
  SumRangesFaster1795896900000,
];

const entities = [
  TermsTextEntity,
  LeadEntity,
  AccessLogEntity,
  ViewingSessionEntity,
  PlaybackGrantEntity,
  ProgressEventEntity,
  ViewingSummaryEntity,
  WatchedSummaryEntity,
  PersonEntity,
  PersonWatchedEntity,
  StaffLeadEntity,
  SegmentDeliveryEntity,
  DeliverySummaryEntity,
  FlagEntity,
];

/** Returns the connection settings of the running service and its commands. */
export function analyticsDataSource(url: string) {
  return postgresOptions({ url, schema: ANALYTICS_SCHEMA, entities });
}
