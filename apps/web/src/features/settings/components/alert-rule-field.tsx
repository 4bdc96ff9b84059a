import { type AlertKind, alertTimes, type StoredAlertRule } from '@secure-preview/contracts';
import { useId } from 'react';
import { Select } from '../../../components/ui/select.js';
import { useSettingsPageMessages } from '../../../messages/settings-page/use-settings-page-messages.js';
import { lockedVariants } from './locked-variants.js';

interface AlertRuleFieldProps {
  kind: AlertKind;
  rule: StoredAlertRule;
  onChange: (rule: StoredAlertRule) => void;
}

/** When and how one kind of alert is sent. The channels are shown while it is on. */
export function AlertRuleField({ kind, rule, onChange }: AlertRuleFieldProps) {
  const { kinds, times, channels, noChannel } = useSettingsPageMessages().settings.alerts;
  const id = useId();
  const isOn = rule.when !== 'off';
  const hasNoChannel = isOn && !rule.mail && !rule.webhook;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {kinds[kind]}
      </label>
      <Select
        id={id}
        name="alerts"
        className={lockedVariants}
        value={rule.when}
        aria-describedby={hasNoChannel ? `${id}-none` : undefined}
        onChange={(event) => onChange({ ...rule, when: event.target.value })}
      >
        {alertTimes.map((time) => (
          <option key={time} value={time}>
            {times[time]}
          </option>
        ))}
      </Select>
      {isOn && (
        <div className="flex flex-wrap gap-x-6">
          {(['mail', 'webhook'] as const).map((channel) => (
            <label key={channel} className="flex min-h-11 cursor-pointer items-center gap-3">
              <input
                type="checkbox"
                checked={rule[channel]}
                aria-label={`${kinds[kind]}: ${channels[channel]}`}
                onChange={(event) => onChange({ ...rule, [channel]: event.target.checked })}
                className="checkbox control shrink-0"
              />
              {channels[channel]}
            </label>
          ))}
        </div>
      )}
      {hasNoChannel && (
        <p id={`${id}-none`} className="text-sm text-muted">
          {noChannel}
        </p>
      )}
    </div>
  );
}
