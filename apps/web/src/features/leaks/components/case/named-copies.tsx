import { Fingerprint } from 'lucide-react';
import { Button } from '../../../../components/ui/button.js';
import { Notice } from '../../../../components/ui/notice.js';
import { formatsOf } from '../../../../lib/formats.js';
import { useLeaksPageMessages } from '../../../../messages/leaks-page/use-leaks-page-messages.js';
import { copyText, type LeakResultWithPeople } from '../../lib/leak-text.js';
import { NamedCopy } from './named-copy.js';
import { VerdictPanel } from './verdict-panel.js';

interface NamedCopiesProps {
  result: LeakResultWithPeople;
  /** Whether the people could not be read. */
  isUnavailable: boolean;
  onRetry: () => void;
}

/** The verdict of a case that names somebody: whose copies the clip shows. */
export function NamedCopies({ result: { verdict, names }, isUnavailable, onRetry }: NamedCopiesProps) {
  const messages = useLeaksPageMessages();
  const { verdict: t, verdicts } = messages.leaks;
  const [first] = names;
  const isOne = names.length === 1;
  const count = formatsOf(messages.locale).number.format(names.length);
  // With equal codewords, the clip may show only one of the copies.
  const areDistinct = names.every(({ sameCodeword }) => sameCodeword.length === 0);
  const headline = !areDistinct
    ? t.atLeastOne
    : isOne && first
      ? copyText(first, messages.leaks)
      : t.several(names.length, count);
  return (
    <VerdictPanel title={verdicts[verdict]} icon={<Fingerprint aria-hidden="true" />}>
      {isUnavailable ? (
        <Notice alarming>
          <p>{t.peopleUnavailable}</p>
          <Button variant="secondary" onClick={onRetry}>
            {messages.common.tryAgain}
          </Button>
        </Notice>
      ) : (
        <p className="text-xl text-balance [overflow-wrap:anywhere] sm:text-3xl">{headline}</p>
      )}
      {!isOne && areDistinct && <p className="max-w-prose text-muted">{t.severalNote}</p>}
      <ul className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
        {names.map((name) => (
          <NamedCopy key={`${name.trailerId} ${name.markId}`} name={name} names={names} isOne={isOne} />
        ))}
      </ul>
    </VerdictPanel>
  );
}
