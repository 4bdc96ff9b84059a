import type { PageSettingName } from '@secure-preview/contracts';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { type ControlProps, Field, Input, inputVariants } from '../../../components/ui/field.js';
import { useSettingsPageMessages } from '../../../messages/settings-page/use-settings-page-messages.js';
import { settingText } from '../lib/setting-text.js';
import type { SettingsEditor } from '../lib/use-settings-form.js';
import { lockedVariants } from './locked-variants.js';
import { SettingNotes } from './setting-notes.js';

type FieldName = Exclude<
  PageSettingName,
  'termsTexts' | 'languages' | 'gateArt' | 'logoId' | 'keyArtId' | 'alerts' | 'flagBlocks'
>;

interface SettingFieldProps {
  name: FieldName;
  form: SettingsEditor;
  hint?: string | undefined;
  className?: string;
  children: (control: ControlProps & { name: string; disabled: boolean }) => ReactNode;
}

/** A setting with its label, error, default and state. */
export function SettingField({ name, form, hint, className, children }: SettingFieldProps) {
  const messages = useSettingsPageMessages();
  const t = messages.settings;
  const disabled = form.isLocked(name);
  return (
    <div data-setting className={clsx('grid grid-cols-[minmax(0,1fr)] content-start gap-1.5', className)}>
      <Field label={t.names[name]} error={form.errors[name]} hint={disabled ? t.locked : hint}>
        {(control) => children({ ...control, name, disabled })}
      </Field>
      <SettingNotes
        label={t.names[name]}
        isOverridden={form.isOverridden(name)}
        isLocked={disabled}
        defaultText={settingText(name, form.settings.defaults[name], messages)}
        savedMeanwhile={
          form.isSavedMeanwhile(name) ? settingText(name, form.settings.values[name], messages) : undefined
        }
        onUseDefault={() => form.resetToDefault(name)}
      />
    </div>
  );
}

type TextName = Exclude<FieldName, 'alertLanguage' | 'timeZone' | SwitchName>;
interface TextSettingProps {
  name: TextName;
  form: SettingsEditor;
  hint?: string | undefined;
  type?: 'text' | 'email' | 'tel' | 'url';
  /** Shows several lines. */
  isLong?: boolean;
}

/** Settings that may be empty: null, which is not shown or used. */
const optionalNames: readonly TextName[] = [
  'contactEmail',
  'contactPhone',
  'senderLine',
  'alertEmail',
  'webhookUrl',
];

/** A setting that is a text. */
export function TextSetting({ name, form, hint, type = 'text', isLong = false }: TextSettingProps) {
  const mayBeEmpty = optionalNames.includes(name);
  const change = (text: string) => form.setValue(name, mayBeEmpty && text === '' ? null : text);
  const value = form.value(name) ?? '';
  return (
    <SettingField name={name} form={form} hint={hint}>
      {(control) =>
        isLong ? (
          <textarea
            {...control}
            dir="auto"
            value={value}
            onChange={(event) => change(event.target.value)}
            className={clsx(inputVariants, lockedVariants, 'scroll-quiet min-h-32 resize-y leading-relaxed')}
          />
        ) : (
          <Input
            {...control}
            type={type}
            dir={type === 'text' ? 'auto' : 'ltr'}
            autoComplete="off"
            className={lockedVariants}
            value={value}
            onChange={(event) => change(event.target.value)}
          />
        )
      }
    </SettingField>
  );
}

type SwitchName = 'webhookNames' | 'forensicMarking';

/** A setting that is on or off. */
export function SwitchSetting({
  name,
  form,
  hint,
}: {
  name: SwitchName;
  form: SettingsEditor;
  hint: string;
}) {
  return (
    <SettingField name={name} form={form} hint={hint}>
      {(control) => (
        <input
          {...control}
          type="checkbox"
          checked={form.value(name)}
          onChange={(event) => form.setValue(name, event.target.checked)}
          className="checkbox control my-2.5"
        />
      )}
    </SettingField>
  );
}
