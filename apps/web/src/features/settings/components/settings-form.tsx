import type { SettingsView } from '@secure-preview/contracts';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { toast } from '../../../components/ui/toast/toast-store.js';
import { uploadDrafts } from '../../../lib/memory/upload-drafts.js';
import { useSettingsPageMessages } from '../../../messages/settings-page/use-settings-page-messages.js';
import { type HistoryChange, isPageSettingName, restoredValue, settingLabel } from '../lib/setting-text.js';
import { useNewerChanges } from '../lib/use-newer-changes.js';
import { useSaving } from '../lib/use-saving.js';
import { type SettingsForm as FormState, useSettingsForm } from '../lib/use-settings-form.js';
import { ConflictNotice, RestoredNotice } from './form-notices.js';
import type { RenderUpload } from './gate-art-section.js';
import { HistorySection } from './history-section.js';
import { MailPreviewSection } from './mail-preview-section.js';
import { SaveBar } from './save-bar.js';
import { SettingSections } from './setting-sections.js';
import { AddressDialog } from './webhook/address-dialog.js';

interface SettingsFormProps {
  settings: SettingsView;
  unlocked: boolean;
  onUnsaved: (discard: (() => void) | null) => void;
  renderUpload: RenderUpload;
  renderPreview: (form: FormState) => ReactNode;
}

/** Edits all settings with one Save (docs/product.md#upload-page). */
export function SettingsForm({
  settings,
  unlocked,
  onUnsaved,
  renderUpload,
  renderPreview,
}: SettingsFormProps) {
  const messages = useSettingsPageMessages();
  const t = messages.settings;
  const form = useSettingsForm(settings);
  const element = useRef<HTMLFormElement>(null);
  const conflict = useRef<HTMLDivElement>(null);
  const focusSetting = (key: string) =>
    element.current?.querySelector<HTMLElement>(`[name="${key}"], [name^="${key}."]`)?.focus();
  const saving = useSaving(form, focusSetting);
  const newer = useNewerChanges(form, unlocked);
  const isUnsaved = form.changed.length > 0;

  useEffect(() => {
    onUnsaved(isUnsaved ? () => uploadDrafts.settings.forget() : null);
    return () => onUnsaved(null);
  }, [isUnsaved, onUnsaved]);
  const hasConflicted = newer.isConflict && saving.hasFailed;
  useEffect(() => {
    if (hasConflicted) conflict.current?.focus();
  }, [hasConflicted]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    saving.submit(() => {
      // The dialog returns the focus. Saving disables the button, so its bar takes the focus.
      if (submitter === document.activeElement) submitter?.closest<HTMLElement>('.save-bar')?.focus();
    });
  }

  function restore(change: HistoryChange) {
    const { name, language, from } = change;
    if (!isPageSettingName(name)) return;
    if (name === 'termsTexts') form.setTerms(language ?? 'en', defaultTerms(language ?? 'en'));
    else if (from === null) form.resetToDefault(name);
    else form.setValue(name, restoredValue(change) as never);
    toast({
      title: t.history.restoredTitle,
      description: t.history.restoredText(settingLabel(change, messages)),
    });
    focusSetting(language === undefined ? name : `${name}.${language}`);
  }

  /** Clears errors of the server too, because buttons that change a setting send no change event. */
  const setValue: FormState['setValue'] = (name, value) => {
    saving.clearErrors();
    form.setValue(name, value);
  };

  const defaultTerms = (language: string) => settings.defaults.termsTexts[language] ?? '';

  return (
    <>
      <form
        ref={element}
        noValidate
        onSubmit={submit}
        onChange={saving.clearErrors}
        className="grid grid-cols-[minmax(0,1fr)] gap-5"
      >
        {newer.isConflict ? (
          <div ref={conflict} tabIndex={-1}>
            <ConflictNotice entries={newer.entries} />
          </div>
        ) : (
          form.isRestored && <RestoredNotice onDiscard={form.discard} />
        )}
        <SettingSections
          form={{ ...form, setValue, errors: saving.errors, isSavedMeanwhile: newer.contains }}
          renderUpload={renderUpload}
        />
        <SaveBar changes={form.changed.length} isSaving={saving.isSaving} onDiscard={form.discard} />
      </form>
      {saving.confirmation && (
        <AddressDialog isRemoved={form.value('webhookUrl') === null} {...saving.confirmation} />
      )}
      {renderPreview(form)}
      <MailPreviewSection form={form} />
      <HistorySection unlocked={unlocked} locked={settings.locked} onRestore={restore} />
    </>
  );
}
