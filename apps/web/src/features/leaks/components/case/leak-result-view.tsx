import type { LeakCaseWithPeople } from '@secure-preview/contracts';
import type { LeakResultWithPeople } from '../../lib/leak-text.js';
import { Inconclusive } from './inconclusive.js';
import { MarksSection } from './marks-section.js';
import { Meaning } from './meaning.js';
import { NamedCopies } from './named-copies.js';
import { Numbers } from './numbers.js';
import { PicturesSection } from './pictures-section.js';

interface LeakResultViewProps {
  found: LeakCaseWithPeople;
  result: LeakResultWithPeople;
  /** Reads the case again, because the names could not be read. */
  onRetry: () => void;
}

/** The result of a case: whom it names, or why it names nobody, and what was read. */
export function LeakResultView({ found, result, onRetry }: LeakResultViewProps) {
  const { names, readings } = result;
  return (
    <>
      {names.length > 0 ? (
        <NamedCopies result={result} isUnavailable={found.peopleUnavailable === true} onRetry={onRetry} />
      ) : (
        <Inconclusive result={result} />
      )}
      {found.hasPictures && <PicturesSection caseId={found.id} />}
      {readings.map((reading) => (
        <MarksSection
          key={reading.trailerId}
          reading={reading}
          names={names.filter(({ trailerId }) => trailerId === reading.trailerId)}
          isOnlyOne={readings.length === 1}
        />
      ))}
      <Numbers result={result} />
      <Meaning />
    </>
  );
}
