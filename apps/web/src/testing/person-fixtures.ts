import type { AccessChange, Flag, PersonPage, Visit, VisitVersion } from '@secure-preview/contracts';
import { trailerId } from './fixtures.js';

const identity = { name: 'Amelia Öztürk', email: 'amelia@example.org', verifiedBy: 'code' } as const;

/** Creates what was watched of a version in a visit: 0:00–0:42 with 0:10–0:20 again, of which two seconds are not confirmed. */
export function visitVersionOf(over: Partial<VisitVersion> = {}): VisitVersion {
  return {
    trailerId,
    trailerSeconds: 90,
    seconds: 42,
    share: 42 / 90,
    ranges: [[0, 42]],
    playedSeconds: 52,
    confirmedSeconds: 40,
    unconfirmed: [[40, 42]],
    viewings: [
      {
        id: crypto.randomUUID(),
        startedAt: '2026-03-01T12:00:05.000Z',
        lastSeenAt: '2026-03-01T12:01:10.000Z',
        ipAddress: '203.0.113.84',
        plays: [
          [0, 42],
          [10, 20],
        ],
        playCount: 2,
      },
    ],
    viewingCount: 1,
    ...over,
  };
}

export function visitOf(over: Partial<Visit> = {}): Visit {
  return {
    id: crypto.randomUUID(),
    ...identity,
    capturedAt: '2026-03-01T12:00:00.000Z',
    lastSeenAt: '2026-03-01T12:01:10.000Z',
    ipAddress: '203.0.113.84',
    userAgent: 'Mozilla/5.0 (Linux; Android 10; K) Chrome/142.0.0.0 Mobile Safari/537.36',
    termsVersion: '1',
    versions: [visitVersionOf()],
    visitEnded: false,
    blocks: [],
    network: '203.0.113.0/24',
    own: false,
    ...over,
  };
}

/** Creates a page with a person. */
export function personPageOf(
  visits: Visit[] = [visitOf()],
  {
    person = {},
    ...over
  }: Partial<Omit<PersonPage, 'person'>> & { person?: Partial<PersonPage['person']> } = {},
): PersonPage {
  return {
    person: {
      id: 'e1c6cf0c-4c5b-4a57-8d0c-0b9b0c9f7d11',
      ...identity,
      proved: true,
      visits: visits.length,
      firstAt: '2026-02-27T09:30:00.000Z',
      lastAt: '2026-03-01T12:01:10.000Z',
      networks: ['203.0.113.0/24', '198.51.100.0/24'],
      versions: [{ trailerId, trailerSeconds: 90, seconds: 42, share: 42 / 90, ranges: [[0, 42]] }],
      blocks: [],
      network: '203.0.113.0/24',
      ...person,
    },
    visits,
    flags: [],
    trailers: [{ id: trailerId, title: 'Episode One', createdAt: '2026-02-01T12:00:00.000Z' }],
    total: visits.length,
    nextCursor: null,
    ...over,
  };
}

/** Creates a change of access by an administrator. */
export function accessChangeOf(over: Partial<AccessChange> = {}): AccessChange {
  return {
    id: crypto.randomUUID(),
    at: '2026-03-01T21:04:00.000Z',
    action: 'visitEnded',
    trailerId: null,
    kind: null,
    value: null,
    endsAt: null,
    by: 'administrator',
    byName: null,
    ...over,
  };
}

/** Creates a flag that counts. */
export function flagOf(over: Partial<Flag> = {}): Flag {
  return {
    id: crypto.randomUUID(),
    leadId: crypto.randomUUID(),
    trailerId: null,
    at: '2026-03-01T12:00:20.000Z',
    facts: { kind: 'watermark', times: 3 },
    dismissedAt: null,
    blockedAt: null,
    ...over,
  };
}
