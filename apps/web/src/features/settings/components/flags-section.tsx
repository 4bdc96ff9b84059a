import { flagKinds } from '@secure-preview/contracts';
import { Flag } from 'lucide-react';
import { useId } from 'react';
import { FieldError } from '../../../components/ui/field.js';
import { Panel } from '../../../components/ui/panel.js';
import { useSettingsPageMessages } from '../../../messages/settings-page/use-settings-page-messages.js';
import { flagKindsText } from '../lib/setting-text.js';
import type { SettingsEditor } from '../lib/use-settings-form.js';
import { SettingNotes } from './setting-notes.js';

/** What is flagged, and which flags block automatically. */
export function FlagsSection({ form }: { form: SettingsEditor }) {
  const messages = useSettingsPageMessages();
  const { flags: t, names, sections, locked } = messages.settings;
  const id = useId();
  const chosen = form.value('flagBlocks');
  const isLocked = form.isLocked('flagBlocks');
  const error = form.errors['flagBlocks'];
  const choose = (kind: string, isChosen: boolean) =>
    form.setValue(
      'flagBlocks',
      flagKinds.filter((other) => (other === kind ? isChosen : chosen.includes(other))),
    );
  return (
    <Panel title={sections.flags} icon={<Flag aria-hidden="true" />}>
      <p className="text-[0.95rem] text-muted">{t.text}</p>
      <div data-setting className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <fieldset disabled={isLocked} aria-describedby={`${id}-text${error ? ` ${id}-error` : ''}`}>
          <legend className="text-sm font-medium">{names.flagBlocks}</legend>
          <p id={`${id}-text`} className="mt-1 text-sm text-muted">
            {isLocked ? locked : t.blocksText}
          </p>
          <div className="mt-3 grid gap-x-8 gap-y-3 sm:grid-cols-2">
            {flagKinds.map((kind) => (
              <label key={kind} className="flex min-h-11 cursor-pointer items-start gap-3">
                <input
                  type="checkbox"
                  name="flagBlocks"
                  checked={chosen.includes(kind)}
                  aria-label={messages.admin.flagKinds[kind]}
                  aria-describedby={`${id}-${kind}`}
                  onChange={(event) => choose(kind, event.target.checked)}
                  className="checkbox control shrink-0"
                />
                <span className="grid gap-0.5">
                  {messages.admin.flagKinds[kind]}
                  <span id={`${id}-${kind}`} className="text-sm text-muted">
                    {t.rules[kind]}
                  </span>
                </span>
              </label>
            ))}
          </div>
          <FieldError id={`${id}-error`}>{error}</FieldError>
        </fieldset>
        <SettingNotes
          label={names.flagBlocks}
          isOverridden={form.isOverridden('flagBlocks')}
          isLocked={isLocked}
          defaultText={flagKindsText(form.settings.defaults.flagBlocks, messages)}
          savedMeanwhile={
            form.isSavedMeanwhile('flagBlocks')
              ? flagKindsText(form.settings.values.flagBlocks, messages)
              : undefined
          }
          onUseDefault={() => form.resetToDefault('flagBlocks')}
        />
      </div>
      <p className="text-sm text-muted">{t.limits}</p>
    </Panel>
  );
}
