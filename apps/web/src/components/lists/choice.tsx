import { useId } from 'react';
import { Select } from '../ui/select.js';

interface ChoiceProps<V extends string> {
  label: string;
  /** Labels of the values, in the order of the menu. */
  options: Readonly<Record<V, string>>;
  /** Label of the empty value; absent if a value must be chosen. */
  all?: string;
  value: V | '';
  onChange: (value: V | '') => void;
}

/** A menu in the toolbar of a list, whose label only screen readers read. */
export function Choice<V extends string>({ label, options, all, value, onChange }: ChoiceProps<V>) {
  const id = useId();
  const values = Object.keys(options) as V[];
  return (
    <div>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Select
        id={id}
        value={value}
        onChange={({ target }) => onChange(values.find((each) => each === target.value) ?? '')}
      >
        {all !== undefined && <option value="">{all}</option>}
        {values.map((each) => (
          <option key={each} value={each}>
            {options[each]}
          </option>
        ))}
      </Select>
    </div>
  );
}
