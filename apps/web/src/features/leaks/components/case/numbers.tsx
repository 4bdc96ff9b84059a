import type { LeakReading } from '@secure-preview/contracts';
import { Sigma } from 'lucide-react';
import { Fact, Facts } from '../../../../components/ui/facts.js';
import { Panel } from '../../../../components/ui/panel.js';
import { formatsOf } from '../../../../lib/formats.js';
import { useLeaksPageMessages } from '../../../../messages/leaks-page/use-leaks-page-messages.js';
import { type LeakResultWithPeople, momentText, speedText } from '../../lib/leak-text.js';
import { secondsShown } from '../../lib/marks-strip.js';

/** The figures of a result, and what the clip does to each version that it shows. */
export function Numbers({ result: { codewordsScored, readings } }: { result: LeakResultWithPeople }) {
  const messages = useLeaksPageMessages();
  const t = messages.leaks.numbers;
  return (
    <Panel title={t.title} icon={<Sigma aria-hidden="true" />}>
      <Facts>
        <Fact label={t.codewords}>{formatsOf(messages.locale).number.format(codewordsScored)}</Fact>
      </Facts>
      {readings.map((reading) => (
        <ReadingFacts key={reading.trailerId} reading={reading} />
      ))}
    </Panel>
  );
}

function ReadingFacts({ reading }: { reading: LeakReading }) {
  const messages = useLeaksPageMessages();
  const t = messages.leaks.numbers;
  const { title, uploadedAt, trailerSeconds, mirrored, runs, marks, readableSegments } = reading;
  const { number } = formatsOf(messages.locale);
  const whole = (value: number) => number.format(Math.round(value));
  return (
    <Facts>
      <Fact label={t.version}>
        <bdi>{t.uploaded(title, momentText(uploadedAt, messages))}</bdi>
      </Fact>
      <Fact label={t.readable}>{number.format(readableSegments)}</Fact>
      <Fact label={t.read}>{number.format(marks.length)}</Fact>
      <Fact label={t.shows}>{t.showsText(whole(secondsShown(runs)), whole(trailerSeconds))}</Fact>
      <Fact label={t.mirrored}>{mirrored ? t.yes : t.no}</Fact>
      <Fact label={t.speed}>{speedText(runs, messages)}</Fact>
      <Fact label={t.cuts}>{number.format(Math.max(0, runs.length - 1))}</Fact>
    </Facts>
  );
}
