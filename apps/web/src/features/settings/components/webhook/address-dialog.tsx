import { fieldErrorMessage } from '@secure-preview/contracts';
import { useState } from 'react';
import { DialogForm } from '../../../../components/ui/dialog-form.js';
import { Field } from '../../../../components/ui/field.js';
import { PasswordInput } from '../../../../components/ui/password-input.js';
import { useSettingsPageMessages } from '../../../../messages/settings-page/use-settings-page-messages.js';

interface AddressDialogProps {
  /** Whether webhooks are no longer sent after the change. */
  isRemoved: boolean;
  isPending: boolean;
  /** Errors of the last attempt. */
  errors: { password?: string };
  onConfirm: (password: string) => void;
  onClose: () => void;
}

/** Confirms a change of the address of webhooks with the upload password. */
export function AddressDialog({ isRemoved, isPending, errors, onConfirm, onClose }: AddressDialogProps) {
  const messages = useSettingsPageMessages();
  const t = messages.settings.webhook.confirm;
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState<{ password?: string }>();
  const shown = missing ?? errors;

  function submit() {
    if (password !== '') {
      setMissing(undefined);
      onConfirm(password);
    } else setMissing({ password: fieldErrorMessage('PASSWORD_REQUIRED', messages.fieldErrors) });
  }

  return (
    <DialogForm
      title={t.title}
      text={isRemoved ? t.removedText : t.changedText}
      submit={isPending ? messages.settings.saving : messages.settings.save}
      isPending={isPending}
      errors={shown}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t.password} hint={t.passwordHint} error={shown.password}>
        {(control) => (
          <PasswordInput
            {...control}
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
    </DialogForm>
  );
}
