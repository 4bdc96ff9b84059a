import { leakLimits } from '@secure-preview/contracts';
import { CircleHelp } from 'lucide-react';
import { formatsOf } from '../../../../lib/formats.js';
import {
  type AllLeaksMessages,
  useLeaksPageMessages,
} from '../../../../messages/leaks-page/use-leaks-page-messages.js';
import { powerText } from '../../lib/figures.js';
import type { LeakResultWithPeople } from '../../lib/leak-text.js';
import { VerdictPanel } from './verdict-panel.js';

/** Limit of N·p. Source: docs/forensic-marking.md. */
const LOG10_LIMIT = Math.log10(5e-7);
/** Reasons that a longer clip of the same quality may remove. */
const REASONS_OF_LENGTH = ['tooFewReadableSegments', 'markTooWeak'];

/** The verdict of a case that names nobody, and why. */
export function Inconclusive({ result }: { result: LeakResultWithPeople }) {
  const messages = useLeaksPageMessages();
  const t = messages.leaks.inconclusive;
  const { reason } = result;
  const code = reason?.code ?? '';
  const seconds = enoughSecondsOf(result);
  const enough = code === 'nobodyStandsOut' ? t.enoughOfTwo : t.enough;
  return (
    <VerdictPanel title={t.title} icon={<CircleHelp aria-hidden="true" />}>
      <p className="text-xl sm:text-3xl">{t.lead}</p>
      <div className="grid max-w-prose gap-2">
        <p>{t.reasons[code] ?? t.unknownReason}</p>
        {figuresOf(reason, messages).map((text) => (
          <p key={text} className="tabular-nums">
            {text}
          </p>
        ))}
        {seconds !== null ? (
          <p>{enough(formatsOf(messages.locale).number.format(Math.ceil(seconds)))}</p>
        ) : (
          REASONS_OF_LENGTH.includes(code) && <p>{t.neverEnough}</p>
        )}
      </div>
    </VerdictPanel>
  );
}

/** Returns how many seconds would have been enough, or null if neither the trailer nor a clip may be that long. */
function enoughSecondsOf({ enoughSeconds, readings: [first] }: LeakResultWithPeople): number | null {
  const longest = Math.min(first?.trailerSeconds ?? Infinity, leakLimits.clip.maxSeconds);
  return enoughSeconds !== null && enoughSeconds <= longest ? enoughSeconds : null;
}

/** Returns the figures of a reason in sentences. Rounds in the direction that does not promise too much. */
function figuresOf(reason: LeakResultWithPeople['reason'], { leaks, locale }: AllLeaksMessages): string[] {
  const t = leaks.inconclusive;
  const { readable, needed, bits, neededBits, bestLog10Np } = reason?.params ?? {};
  const format = (value: number) => formatsOf(locale).number.format(value);
  const both = (
    one: number | undefined,
    other: number | undefined,
    text: (one: string, other: string) => string,
  ) =>
    one === undefined || other === undefined ? [] : [text(format(Math.floor(one)), format(Math.ceil(other)))];
  return [
    ...both(readable, needed, t.readable),
    ...both(bits, neededBits, t.bits),
    ...(bestLog10Np === undefined
      ? []
      : [t.best(powerText(bestLog10Np, locale), powerText(LOG10_LIMIT, locale))]),
  ];
}
