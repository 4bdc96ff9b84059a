import { createHash } from 'node:crypto';
import { type Person, person } from './people.js';

const DESKTOP =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36';
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';

/** A range of the trailer, in shares of its length. */
type Share = readonly [from: number, to: number];

interface WatchPattern {
  /** Ranges played in each viewing session. */
  readonly sessions: readonly (readonly Share[])[];
  readonly userAgent?: string;
  /** Whether the administrator ended the visit. */
  readonly ended?: boolean;
}

/** Viewing patterns, one for each tenth of the leads. */
const WATCH_PATTERNS: readonly WatchPattern[] = [
  { sessions: [] },
  { sessions: [[]] },
  { sessions: [[[0, 0.15]]] },
  { sessions: [[[0, 0.5]]] },
  {
    sessions: [
      [
        [0, 0.2],
        [0.6, 0.9],
      ],
    ],
  },
  { sessions: [[[0, 1]]] },
  { sessions: [[[0, 1]], [[0, 1]]] },
  { sessions: [[[0, 0.4]]], userAgent: PHONE },
  { sessions: [[[0, 1]]], userAgent: PHONE },
  { sessions: [[[0, 0.3]]], ended: true },
];

/** Returns a stable id, so a lead is not seeded twice. */
function uuid(name: string): string {
  const hex = createHash('md5').update(`seed ${name}`).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-');
}

export interface SeededLead extends Person {
  readonly id: string;
  readonly sessionRef: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly hoursAgo: number;
  readonly ended: boolean;
}

export interface SeededViewing {
  readonly id: string;
  readonly leadId: string;
  readonly hoursAgo: number;
  /** In seconds of the trailer. */
  readonly ranges: readonly (readonly [number, number])[];
  readonly seconds: number;
}

const HOURS = 60 * 24;

/** Generates leads of the last 60 days and their viewings of a trailer of `trailerSeconds`. */
export function makeLeads(
  count: number,
  trailerSeconds: number,
): { leads: SeededLead[]; viewings: SeededViewing[] } {
  const viewings: SeededViewing[] = [];
  const leads = Array.from({ length: count }, (_, n) => {
    const lead = person(n);
    // Adds an offset for each round, so a repeated name gets another pattern.
    const {
      sessions,
      userAgent = DESKTOP,
      ended = false,
    } = WATCH_PATTERNS[(n + lead.round) % WATCH_PATTERNS.length] as WatchPattern;
    const id = uuid(`lead ${n}`);
    const hoursAgo = HOURS * (1 - n / count);
    for (const [number, shares] of sessions.entries()) {
      const ranges = shares.map(([from, to]) => [from * trailerSeconds, to * trailerSeconds] as const);
      const seconds = ranges.reduce((sum, [from, to]) => sum + to - from, 0);
      viewings.push({
        id: uuid(`viewing ${n} ${number}`),
        leadId: id,
        hoursAgo: hoursAgo - number / 2,
        ranges,
        seconds,
      });
    }
    return {
      ...lead,
      id,
      sessionRef: uuid(`session ${n}`),
      ip: `203.0.113.${n % 250}`,
      userAgent,
      hoursAgo,
      ended,
    };
  });
  return { leads, viewings };
}
