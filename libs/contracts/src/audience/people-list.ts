import * as z from 'zod/mini';
import { blockTarget } from '../access/blocks.js';
import { fieldError } from '../errors/field-error.js';
import { verifiedBy } from '../gate/gate-mode.js';
import { http } from '../http/define-route.js';
import { leadProof } from '../leads/leads.js';
import { limits } from '../limits.js';
import { pageEnd, pageInput, pageLimit } from '../lists/page-query.js';
import { rpc, rpcGroup } from '../rpc/define-rpc.js';
import { noNulOrLoneSurrogates } from '../text.js';

/** Figures of all people, and of one version. People of whom only visits of staff are known are not counted. */
export const audienceFigures = z.object({
  people: z.int(),
  /** People who watched at least a second of the version. */
  watched: z.int(),
  /** People who watched at least `viewingLimits.completedShare` of it. */
  finished: z.int(),
  /** Mean share of those who watched it, 0 to 1; null without any. */
  meanShare: z.nullable(z.number().check(z.minimum(0), z.maximum(1))),
  /** People with a flag that was not dismissed, of any version. */
  flagged: z.int(),
});

export type AudienceFigures = z.infer<typeof audienceFigures>;

const audienceOverview = z.extend(audienceFigures, {
  /** The version; null while none is shown. */
  trailerId: z.nullable(z.uuid()),
  /** Invitations that can be used, and were not opened yet. Absent while auth-service is down. */
  openInvitations: z.optional(z.int()),
});
export type AudienceOverview = z.infer<typeof audienceOverview>;

const whoCame = {
  id: z.uuid(),
  /** Name as typed at the last visit. */
  name: z.string(),
  email: z.string(),
  /** How the address was proved at the last visit. */
  verifiedBy,
  firstAt: z.iso.datetime(),
  /** Last pass of the gate, report of a player, or delivery of a segment. */
  lastAt: z.iso.datetime(),
  /** Passes of the gate. */
  visits: z.int(),
  /** Number of networks (/24, /48) from which the person came. */
  networks: z.int(),
};

const watched = {
  /** Seconds watched of the version; repeats count once. */
  watchedSeconds: z.number().check(z.nonnegative()),
  /** 0 to 1; null when nothing was watched, or the length is unknown. */
  watchedShare: z.nullable(z.number().check(z.minimum(0), z.maximum(1))),
};

const state = {
  /** Flags of the visits that were not dismissed. */
  flags: z.int(),
  /**
   * Whether a block concerns the person, as of a comparison a few seconds ago. It does not say whether the person can
   * enter: an invitation may have ended, or a visit.
   */
  blocked: z.boolean(),
};

const personRow = z.object({ ...whoCame, ...watched, ...state });

/** A row of an export. It names the version, so that files of two versions can be told apart. */
const exportedPerson = z.object({
  ...whoCame,
  /** Version of the watched time; null while none is shown. */
  trailerId: z.nullable(z.uuid()),
  title: z.nullable(z.string()),
  ...watched,
  ...state,
});
export type ExportedPerson = z.infer<typeof exportedPerson>;

/** Columns of an export of people, in order. */
export const exportedPersonColumns = z.keyof(exportedPerson).options;

/** A person in an answer of analytics-service. `networks`: /24 and /48 in CIDR notation. */
export const personWithNetworks = z.extend(personRow, { networks: z.array(z.string()) });
export type PersonWithNetworks = z.infer<typeof personWithNetworks>;

const listedPerson = z.extend(personRow, {
  /** Blocks of the address, its domain, or a network. Absent while auth-service is down. */
  blocks: z.optional(z.array(blockTarget)),
});
export type ListedPerson = z.infer<typeof listedPerson>;

const peopleSort = z.enum(['name', 'email', 'first', 'last', 'visits', 'watched', 'flags', 'blocked'], {
  error: fieldError('SORT_UNKNOWN'),
});
export type PeopleSort = z.infer<typeof peopleSort>;
export const peopleSorts = peopleSort.options;
const sortDirection = z.enum(['ascending', 'descending'], { error: fieldError('SORT_UNKNOWN') });
export type SortDirection = z.infer<typeof sortDirection>;

/** People with a flag that was not dismissed, or people whom a block concerns. */
const peopleOnly = z.enum(['flagged', 'blocked'], { error: fieldError('PEOPLE_FILTER_UNKNOWN') });
export type PeopleOnly = z.infer<typeof peopleOnly>;
export const peopleFilters = peopleOnly.options;

/** Any string: a malformed id gets 404, not 400. */
const version = { trailerId: z.optional(z.string().check(z.maxLength(100))) };

const peopleQuery = z.object({
  /** Default: the shown version. */
  ...version,
  limit: z._default(pageLimit, limits.access.page.default),
  /** Contains the longest name. */
  cursor: z.optional(z.string().check(z.maxLength(2000))),
  /** Part of a name or e-mail address, case-insensitive. */
  q: z.optional(z.string().check(z.maxLength(200), noNulOrLoneSurrogates(fieldError('SEARCH_UNSEARCHABLE')))),
  sort: z._default(peopleSort, 'last'),
  direction: z._default(sortDirection, 'descending'),
  proof: z.optional(leadProof),
  only: z.optional(peopleOnly),
});

export const audienceRoutes = {
  overview: http({
    method: 'GET',
    path: '/api/audience',
    access: 'uploader',
    summary: 'Read how many people came, and how many watched a version; default: the shown version',
    query: z.object(version),
    response: audienceOverview,
    errors: ['VALIDATION_FAILED', 'TRAILER_NOT_FOUND'],
  }),
  people: http({
    method: 'GET',
    path: '/api/audience/people',
    access: 'uploader',
    summary: 'List people with what they watched of a version; default: the shown version',
    query: peopleQuery,
    response: z.object({ people: z.array(listedPerson), ...pageEnd }),
    errors: ['VALIDATION_FAILED', 'TRAILER_NOT_FOUND'],
  }),
  export: http({
    method: 'GET',
    path: '/api/audience/people/export',
    access: 'uploader',
    summary: 'Read the list of people in pages of at most 200 KB, for an export',
    query: peopleQuery,
    response: z.object({ people: z.array(exportedPerson), ...pageEnd }),
    errors: ['VALIDATION_FAILED', 'TRAILER_NOT_FOUND'],
  }),
} as const;

/** Version whose watched time is read; null for none. */
const ofVersion = { trailerId: z.nullable(z.uuid()) };

/** People in analytics-service, as the administrator reads them. */
export const peopleListRpc = rpcGroup('analytics', {
  figures: rpc({
    kind: 'query',
    pattern: 'analytics.peopleList.figures',
    input: z.object(ofVersion),
    output: audienceFigures,
    errors: [],
  }),
  people: rpc({
    kind: 'query',
    pattern: 'analytics.peopleList.people',
    input: z.object({
      ...ofVersion,
      ...pageInput,
      sort: peopleSort,
      direction: sortDirection,
      proof: z.optional(leadProof),
      only: z.optional(peopleOnly),
    }),
    output: z.object({ people: z.array(personWithNetworks), ...pageEnd }),
    errors: ['VALIDATION_FAILED'],
  }),
});
