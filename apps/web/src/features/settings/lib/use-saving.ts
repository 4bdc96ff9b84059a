import { needsUploadPassword, type SettingsChange } from '@secure-preview/contracts';
import { useState } from 'react';
import { toastFailure } from '../../../components/ui/toast/toast-failure.js';
import { toast } from '../../../components/ui/toast/toast-store.js';
import { hasCode } from '../../../lib/http-error.js';
import { useSettingsPageMessages } from '../../../messages/settings-page/use-settings-page-messages.js';
import { useSaveSettings } from '../api/settings.js';
import { checkDraft, passwordError, type SettingErrors, serverErrors } from './setting-errors.js';
import type { SettingsDraft } from './settings-draft.js';
import type { SettingsForm } from './use-settings-form.js';

/** A checked change, and the input that it contains. */
interface Checked {
  readonly change: SettingsChange;
  readonly sent: SettingsDraft;
}

/**
 * Saves the input of the form. A change that needs the upload password waits until it is entered.
 *
 * @param focusSetting focuses the control of a setting
 */
export function useSaving(form: SettingsForm, focusSetting: (key: string) => void) {
  const messages = useSettingsPageMessages();
  const t = messages.settings;
  const save = useSaveSettings();
  /** Checks every change after a save with invalid input. */
  const [isChecking, setChecking] = useState(false);
  const [refused, setRefused] = useState<SettingErrors>({});
  const [waiting, setWaiting] = useState<Checked>();
  const [passwordErrors, setPasswordErrors] = useState<{ password?: string }>({});
  const check = () => checkDraft(form.draft, form.settings, messages);

  function reject(errors: SettingErrors) {
    const [[key, description] = ['', t.failedFallback]] = Object.entries(errors);
    toast({ title: t.failedTitle, description, variant: 'destructive' });
    if (key) focusSetting(key);
  }

  function send(checked: Checked, password?: string) {
    const body = password === undefined ? checked.change : { ...checked.change, password };
    save.mutate(body, {
      onSuccess: (saved) => {
        setWaiting(undefined);
        form.acceptSaved(checked.sent, saved);
        toast({ title: t.savedTitle, description: t.savedText });
      },
      onError: (error) => {
        const rejected = passwordError(error, messages);
        setWaiting(rejected === undefined ? undefined : checked);
        if (rejected !== undefined) return setPasswordErrors({ password: rejected });
        const found = serverErrors(error, messages);
        setRefused(found);
        if (hasCode(error, 'SETTINGS_CHANGED')) {
          toast({ title: t.failedTitle, description: t.conflictTitle, variant: 'destructive' });
        } else if (Object.keys(found).length > 0) reject(found);
        else toastFailure(error, t.failedTitle, t.failedFallback, messages);
      },
    });
  }

  /** @param onDialog called before a dialog requires the upload password */
  function submit(onDialog: () => void) {
    if (form.changed.length === 0 || save.isPending) return;
    const { change, errors } = check();
    setChecking(!change);
    setRefused({});
    if (!change) return reject(errors);
    const checked = { change, sent: form.draft };
    if (!needsUploadPassword(change)) return send(checked);
    onDialog();
    setPasswordErrors({});
    setWaiting(checked);
  }

  return {
    isSaving: save.isPending,
    hasFailed: save.isError,
    errors: { ...refused, ...(isChecking ? check().errors : {}) },
    /** Clears the errors of the server. */
    clearErrors: () => setRefused({}),
    submit,
    /** Properties of the dialog for the upload password while a change waits for it. */
    confirmation: waiting && {
      isPending: save.isPending,
      errors: passwordErrors,
      onConfirm: (password: string) => send(waiting, password),
      onClose: () => setWaiting(undefined),
    },
  };
}
