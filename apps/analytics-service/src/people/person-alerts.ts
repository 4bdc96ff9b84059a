import type { OutgoingAlert } from '@secure-preview/service-kit/outbox';

/** What a report changed for a person. */
export interface PersonMilestones {
  readonly personId: string;
  readonly name: string;
  readonly email: string;
  readonly isProved: boolean;
  /** Whether the person had watched nothing of any trailer before. */
  readonly isFirstPlay: boolean;
  /** Whether the person has now watched enough of this trailer to have finished it. */
  readonly hasFinished: boolean;
}

/** Returns the alerts about a report. Concurrent reports of a person return the same keys. */
export function alertsOf(
  { personId, isFirstPlay, hasFinished, ...details }: PersonMilestones,
  leadId: string,
  trailerId: string,
): OutgoingAlert[] {
  // The mail links to the person.
  const alert = {
    personKey: personId,
    ids: { personId, leadId, trailerId },
    details: { ...details, personId },
  };
  return [
    ...(isFirstPlay ? [{ ...alert, key: `first-play:${personId}`, kind: 'firstPlay' as const }] : []),
    ...(hasFinished
      ? [{ ...alert, key: `finished:${personId}:${trailerId}`, kind: 'finished' as const }]
      : []),
  ];
}
