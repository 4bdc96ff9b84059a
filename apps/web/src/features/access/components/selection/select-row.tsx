interface SelectRowProps {
  label: string;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
}

/** The box that selects a row. Its label, which only screen readers read, enlarges the target. */
export function SelectRow({ label, isSelected, onSelect }: SelectRowProps) {
  return (
    <label className="grid size-8 cursor-pointer place-items-center">
      <input
        type="checkbox"
        checked={isSelected}
        aria-label={label}
        onChange={(event) => onSelect(event.target.checked)}
        className="checkbox control"
      />
    </label>
  );
}
