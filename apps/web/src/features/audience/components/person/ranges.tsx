import type { PlayedRange } from '@secure-preview/contracts';
import { clsx } from 'clsx';
import { formatRanges } from '../../lib/person-text.js';

interface RangesProps {
  ranges: readonly PlayedRange[];
  className?: string;
}

/** Shows ranges as text, such as `0:00–0:42, 1:10–2:00`. A range is not broken across lines. */
export function Ranges({ ranges, className }: RangesProps) {
  return (
    <bdi dir="ltr" className={clsx('tabular-nums', className)}>
      {ranges.map((range, index) => (
        <span key={range[0]}>
          {index > 0 && ', '}
          <span className="whitespace-nowrap">{formatRanges([range])}</span>
        </span>
      ))}
    </bdi>
  );
}
