import type { FlagKind } from '@secure-preview/contracts';

/** Sentence about a flag of each kind, from its figures. */
const sentences = {
  copying: (delivered: string, elapsed: string, seeks: number) =>
    `The visit loaded ${delivered} of the film within ${elapsed}, with ${seeks === 1 ? 'one jump' : `${seeks} jumps`} to another position. A player loads little more than it plays, so a program may have copied the film.`,
  noPlayer: (delivered: string, elapsed: string) =>
    `The visit loaded ${delivered} of the film within ${elapsed}, and no player reported anything. A program may have loaded it instead of the page.`,
  twoNetworks: (first: string, second: string, within: string) =>
    `The visit loaded the film in the network ${first}, then in ${second}, and then in the first one again, within ${within}. Somebody may have passed the visit on. A phone at the edge of a Wi-Fi can cause this, too.`,
  manySessions: (sessions: string) =>
    `${sessions} sessions of this person played at the same time. Others may enter with this person’s address.`,
  watermark: (times: string) =>
    `The watermark was removed or covered ${times} times. The page does not do this by itself.`,
} satisfies Record<FlagKind, (...figures: never[]) => string>;

/** English texts about the flags of a person. */
export const enFlags = {
  flags: {
    title: (count: string) => `Flags (${count})`,
    label: 'Flags, newest first',
    text: 'A flag says what looked unusual in a visit. It proves nothing.',
    limits:
      'Not every copy is flagged. A program that loads the film at playing speed and reports like a player is not detected, nor one that waits first and then loads as much as could have been played meanwhile. Pieces that are loaded in visits with different typed names are not detected either. A film of about a minute is too short to tell a quick copy from a player that loads ahead.',
    omitted: (count: string) =>
      `Flags that are left out here: ${count}. Those that count are listed first, then the newest.`,
    unavailable: 'The flags of this person cannot be read right now.',
    sentences,
    ofVisits: (visits: string) => `These figures add up ${visits} visits of this person.`,
    allVersions: 'All versions',
    inVisit: (moment: string) => `Visit of ${moment}`,
    blocked: (moment: string) => `Blocked automatically on ${moment}`,
    blockTakenBack: (moment: string) => `Blocked automatically on ${moment}, and taken back since`,
    blockStays: 'Dismissing the flag has not taken this back. Unblock the person, or allow the visit again.',
    dismissed: (moment: string) => `Dismissed on ${moment}`,
    dismiss: 'Dismiss',
    dismissOf: (kind: string) => `Dismiss: ${kind}`,
    count: 'Count again',
    countOf: (kind: string) => `Count again: ${kind}`,
    dismissFailed: { title: 'Not Dismissed', text: 'The flag could not be dismissed. Please try again.' },
    countFailed: { title: 'Not Counted', text: 'The flag could not be counted again. Please try again.' },
  },
};
