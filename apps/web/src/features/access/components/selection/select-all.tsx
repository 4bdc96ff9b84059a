import { Button } from '../../../../components/ui/button.js';
import type { Selection } from '../../lib/use-selection.js';

interface SelectAllProps {
  selection: Selection;
  /** Label of the box that selects the loaded rows. */
  label: string;
  /** Label of the button that selects all rows that match the filter; absent if all of them are loaded. */
  matchingLabel?: string | undefined;
  /** Number of rows that match the filter. */
  total: number;
  /** True while another filter loads. */
  stale: boolean;
}

/** Selects the loaded rows of a list, or all that match the filter. */
export function SelectAll({ selection, label, matchingLabel, total, stale }: SelectAllProps) {
  const { selected, areLoadedSelected, isReading } = selection;
  return (
    <>
      <label className="flex min-h-11 cursor-pointer items-center gap-3 text-[0.95rem]">
        <input
          type="checkbox"
          checked={areLoadedSelected}
          ref={(box) => {
            if (box) box.indeterminate = selected.length > 0 && !areLoadedSelected;
          }}
          onChange={({ target }) => (target.checked ? selection.selectLoaded() : selection.clear())}
          className="checkbox control shrink-0"
        />
        {label}
      </label>
      {matchingLabel !== undefined && (
        <Button
          variant="secondary"
          pending={isReading}
          disabled={isReading || stale || selected.length >= total}
          onClick={selection.selectMatching}
        >
          {matchingLabel}
        </Button>
      )}
    </>
  );
}
