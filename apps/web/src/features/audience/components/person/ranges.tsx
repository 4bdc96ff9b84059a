import type { PlayedRange } from '@secure-preview/contracts';
import { clsx } from 'clsx';
import { useAudiencePageMessages } from '../../../../messages/audience-page/use-audience-page-messages.js';
import { formatNumber, formatRanges } from '../../lib/person-text.js';

interface RangesProps {
  ranges: readonly PlayedRange[];
  /** Number of shorter ranges that are left out. */
  omitted?: number | undefined;
  className?: string;
}

/** Shows ranges as text, such as `0:00–0:42, 1:10–2:00`. A range is not broken across lines. */
export function Ranges({ ranges, omitted, className }: RangesProps) {
  const messages = useAudiencePageMessages();
  return (
    <>
      <bdi dir="ltr" className={clsx('tabular-nums', className)}>
        {ranges.map((range, index) => (
          <span key={range[0]}>
            {index > 0 && ', '}
            <span className="whitespace-nowrap">{formatRanges([range])}</span>
          </span>
        ))}
      </bdi>
      {omitted !== undefined && ` ${messages.person.shorterParts(formatNumber(omitted, messages))}`}
    </>
  );
}
