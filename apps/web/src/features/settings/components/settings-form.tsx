import type { SettingsView } from '@secure-preview/contracts';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { toastFailure } from '../../../components/ui/toast/toast-failure.js';
import { toast } from '../../../components/ui/toast/toast-store.js';
import { hasCode } from '../../../lib/http-error.js';
import { uploadDrafts } from '../../../lib/memory/upload-drafts.js';
import { useSettingsPageMessages } from '../../../messages/settings-page/use-settings-page-messages.js';
import { useSaveSettings } from '../api/settings.js';
import { checkDraft, type SettingErrors, serverErrors } from '../lib/setting-errors.js';
import { type HistoryChange, isPageSettingName, restoredValue, settingLabel } from '../lib/setting-text.js';
import { useNewerChanges } from '../lib/use-newer-changes.js';
import { type SettingsForm as FormState, useSettingsForm } from '../lib/use-settings-form.js';
import { ConflictNotice, RestoredNotice } from './form-notices.js';
import type { RenderUpload } from './gate-art-section.js';
import { HistorySection } from './history-section.js';
import { MailPreviewSection } from './mail-preview-section.js';
import { SaveBar } from './save-bar.js';
import { SettingSections } from './setting-sections.js';

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
  const save = useSaveSettings();
  const element = useRef<HTMLFormElement>(null);
  const conflict = useRef<HTMLDivElement>(null);
  /** Checks every change after a save with invalid input. */
  const [isChecking, setChecking] = useState(false);
  const [refused, setRefused] = useState<SettingErrors>({});
  const newer = useNewerChanges(form, unlocked);
  const isUnsaved = form.changed.length > 0;

  useEffect(() => {
    onUnsaved(isUnsaved ? () => uploadDrafts.settings.forget() : null);
    return () => onUnsaved(null);
  }, [isUnsaved, onUnsaved]);
  const hasConflicted = newer.isConflict && save.isError;
  useEffect(() => {
    if (hasConflicted) conflict.current?.focus();
  }, [hasConflicted]);

  const focusSetting = (key: string) =>
    element.current?.querySelector<HTMLElement>(`[name="${key}"], [name^="${key}."]`)?.focus();

  function reject(errors: SettingErrors) {
    const [[key, description] = ['', t.failedFallback]] = Object.entries(errors);
    toast({ title: t.failedTitle, description, variant: 'destructive' });
    if (key) focusSetting(key);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isUnsaved || save.isPending) return;
    const sent = form.draft;
    const { change, errors } = checkDraft(sent, settings, messages);
    setChecking(!change);
    setRefused({});
    if (!change) return reject(errors);
    save.mutate(change, {
      onSuccess: (saved) => {
        form.acceptSaved(sent, saved);
        toast({ title: t.savedTitle, description: t.savedText });
      },
      onError: (error) => {
        const found = serverErrors(error, messages);
        setRefused(found);
        if (hasCode(error, 'SETTINGS_CHANGED')) {
          toast({ title: t.failedTitle, description: t.conflictTitle, variant: 'destructive' });
        } else if (Object.keys(found).length > 0) reject(found);
        else toastFailure(error, t.failedTitle, t.failedFallback, messages);
      },
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
    setRefused({});
    form.setValue(name, value);
  };

  const defaultTerms = (language: string) => settings.defaults.termsTexts[language] ?? '';

  const errors = { ...refused, ...(isChecking ? checkDraft(form.draft, settings, messages).errors : {}) };
  return (
    <>
      <form
        ref={element}
        noValidate
        onSubmit={submit}
        onChange={() => setRefused({})}
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
          form={{ ...form, setValue, errors, isSavedMeanwhile: newer.contains }}
          renderUpload={renderUpload}
        />
        <SaveBar changes={form.changed.length} isSaving={save.isPending} onDiscard={form.discard} />
      </form>
      {renderPreview(form)}
      <MailPreviewSection form={form} />
      <HistorySection unlocked={unlocked} locked={settings.locked} onRestore={restore} />
    </>
  );
}
