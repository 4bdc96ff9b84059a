import type { LiveOnly, LiveSort, LiveState } from '@secure-preview/contracts';
import { isolateNames } from '../isolate.js';

/** English texts of the live page. They are loaded with it. */
export const enLivePage = isolateNames({
  live: {
    title: 'Live',
    intro: 'Visitors with an open trailer. The list follows what they do within two seconds.',
    heading: 'Watching now',
    zoneNote: (zone: string) => `Times are shown in ${zone}`,
    failed: 'The open players could not be loaded.',
    outdated: 'The list is not up to date: the portal does not answer. Trying again.',
    counts: (watching: string, playing: string) => `${watching} watching, ${playing} playing`,
    nobody: 'Nobody is watching now.',
    nothingFound: 'No open player matches.',
    noneFlagged: 'No visit with an open player is flagged.',
    flagsUnavailable: 'Flags cannot be read right now. Flagged visits may be missing or shown without them.',
    searchLabel: 'Search name or email address',
    onlyLabel: 'Flags of the visits',
    allVisits: 'All visits',
    only: { flagged: 'Flagged visits' } satisfies Record<LiveOnly, string>,
    sortLabel: 'Order of the players',
    sorts: { oldest: 'Oldest first', newest: 'Newest first' } satisfies Record<LiveSort, string>,
    listLabel: 'Open players',
    tooMany: 'Search, filter or change the order to find others.',
    more: (count: number, shown: string) =>
      count === 1 ? 'This visit has 1 more open player.' : `This visit has ${shown} more open players.`,
    staffNote: 'Has entered the upload password, and is not counted',
    states: {
      playing: 'Playing',
      paused: 'Paused',
      ended: 'Finished',
      noSignal: 'No signal',
    } satisfies Record<LiveState, string>,
    position: (time: string, total: string) => `${time} of ${total}`,
    removedVersion: 'A version that is not listed',
    since: 'Since',
    deviceLabel: 'Device',
    device: (browser: string, system: string) => `${browser} on ${system}`,
    unknownDevice: 'Unknown',
    network: 'Network',
    ownMachine: 'this machine',
  },
});

export type LivePageMessages = typeof enLivePage;
