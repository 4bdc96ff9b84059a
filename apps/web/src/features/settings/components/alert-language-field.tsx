import { alertLanguages } from '@secure-preview/contracts';
import { Select } from '../../../components/ui/select.js';
import { useSettingsPageMessages } from '../../../messages/settings-page/use-settings-page-messages.js';
import { languageName } from '../lib/setting-text.js';
import type { SettingsEditor } from '../lib/use-settings-form.js';
import { lockedVariants } from './locked-variants.js';
import { SettingField } from './setting-field.js';

/** The language of mails with alerts. */
export function AlertLanguageField({ form }: { form: SettingsEditor }) {
  const messages = useSettingsPageMessages();
  return (
    <SettingField name="alertLanguage" form={form}>
      {(control) => (
        <Select
          {...control}
          className={lockedVariants}
          value={form.value('alertLanguage')}
          onChange={(event) => form.setValue('alertLanguage', event.target.value)}
        >
          {alertLanguages.map((language) => (
            <option key={language} value={language}>
              {languageName(language, messages)}
            </option>
          ))}
        </Select>
      )}
    </SettingField>
  );
}
