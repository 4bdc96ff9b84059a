import { visitorLanguages } from '@secure-preview/contracts';
import { useId, useMemo } from 'react';
import { FieldError } from '../../../components/ui/field.js';
import { Select } from '../../../components/ui/select.js';
import { useSettingsPageMessages } from '../../../messages/settings-page/use-settings-page-messages.js';
import { languageName, ownName, valueText } from '../lib/setting-text.js';
import { listedTimeZones } from '../lib/time-zones.js';
import type { SettingsEditor } from '../lib/use-settings-form.js';
import { lockedVariants } from './locked-variants.js';
import { SettingField } from './setting-field.js';
import { SettingNotes } from './setting-notes.js';

/** The time zone of the portal, among those that the browser knows. */
export function TimeZoneField({ form }: { form: SettingsEditor }) {
  const t = useSettingsPageMessages().settings;
  const { values, defaults } = form.settings;
  const value = form.value('timeZone');
  const zones = useMemo(
    () => [...new Set(['UTC', values.timeZone, defaults.timeZone, value, ...listedTimeZones()])],
    [values.timeZone, defaults.timeZone, value],
  );
  return (
    <SettingField name="timeZone" form={form} hint={t.hints.timeZone}>
      {(control) => (
        <Select
          {...control}
          className={lockedVariants}
          value={value}
          onChange={(event) => form.setValue('timeZone', event.target.value)}
        >
          {zones.map((zone) => (
            <option key={zone}>{zone}</option>
          ))}
        </Select>
      )}
    </SettingField>
  );
}

/** The languages that visitors can choose, as checkboxes. */
export function LanguagesField({ form }: { form: SettingsEditor }) {
  const messages = useSettingsPageMessages();
  const t = messages.settings;
  const id = useId();
  const chosen = form.value('languages');
  const languages = visitorLanguages.map((language) => ({
    language,
    own: ownName(language),
    translated: languageName(language, messages),
  }));
  const isLocked = form.isLocked('languages');
  const error = form.errors['languages'];
  return (
    <div data-setting className="grid grid-cols-[minmax(0,1fr)] content-start gap-1.5">
      <fieldset
        disabled={isLocked}
        aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
        className="grid gap-2"
      >
        <legend className="mb-2 text-sm font-medium">{t.names.languages}</legend>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(min(13rem,100%),1fr))] gap-x-4 gap-y-1">
          {languages.map(({ language, own, translated }) => (
            <label key={language} className="flex min-h-11 cursor-pointer items-center gap-3">
              <input
                type="checkbox"
                name="languages"
                checked={chosen.includes(language)}
                aria-invalid={error !== undefined}
                onChange={(event) =>
                  form.setValue(
                    'languages',
                    visitorLanguages.filter((other) =>
                      other === language ? event.target.checked : chosen.includes(other),
                    ),
                  )
                }
                className="checkbox control shrink-0"
              />
              <span>
                <bdi lang={language}>{own}</bdi>
                {translated !== own && <span className="text-sm text-muted"> {translated}</span>}
              </span>
            </label>
          ))}
        </div>
        <p id={`${id}-hint`} className="text-sm text-muted">
          {isLocked ? t.locked : t.hints.languages}
        </p>
        <FieldError id={`${id}-error`}>{error}</FieldError>
      </fieldset>
      <SettingNotes
        label={t.names.languages}
        isOverridden={form.isOverridden('languages')}
        isLocked={isLocked}
        defaultText={valueText(form.settings.defaults.languages, messages)}
        savedMeanwhile={
          form.isSavedMeanwhile('languages') ? valueText(form.settings.values.languages, messages) : undefined
        }
        onUseDefault={() => form.resetToDefault('languages')}
      />
    </div>
  );
}
