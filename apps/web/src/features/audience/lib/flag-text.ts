import { type FlagFacts, formatTime } from '@secure-preview/contracts';
import type { AllAudienceMessages } from '../../../messages/audience-page/use-audience-page-messages.js';
import { formatNumber } from './person-text.js';

/** Returns the sentence that says what was seen. */
export function flagSentence(facts: FlagFacts, messages: AllAudienceMessages): string {
  const sentence = sentenceOf(facts, messages);
  const visits = 'visits' in facts ? facts.visits : undefined;
  return visits === undefined
    ? sentence
    : `${sentence} ${messages.flags.ofVisits(formatNumber(visits, messages))}`;
}

function sentenceOf(facts: FlagFacts, messages: AllAudienceMessages): string {
  const { sentences } = messages.flags;
  switch (facts.kind) {
    case 'copying':
      return sentences.copying(...loaded(facts), facts.seeks);
    case 'noPlayer':
      return sentences.noPlayer(...loaded(facts));
    case 'twoNetworks':
      return sentences.twoNetworks(...facts.networks, formatTime(facts.withinSeconds));
    case 'manySessions':
      return sentences.manySessions(formatNumber(facts.sessions, messages));
    case 'watermark':
      return sentences.watermark(formatNumber(facts.times, messages));
  }
}

/** Returns the loaded time of the film, and the time that it took. */
const loaded = ({ deliveredSeconds, elapsedSeconds }: { deliveredSeconds: number; elapsedSeconds: number }) =>
  [formatTime(deliveredSeconds), formatTime(elapsedSeconds)] as const;
