import { limits } from '@secure-preview/contracts';
import { KeyRound } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../components/ui/button.js';
import { Field } from '../../../components/ui/field.js';
import { Panel } from '../../../components/ui/panel.js';
import { PasswordInput } from '../../../components/ui/password-input.js';
import { toastFailure } from '../../../components/ui/toast/toast-failure.js';
import { toast } from '../../../components/ui/toast/toast-store.js';
import { useUploadPageMessages } from '../../../messages/upload-page/use-upload-page-messages.js';
import { useChangePassword } from '../api/passwords.js';

const emptyForm = { currentPassword: '', newPassword: '' };

/** Section 3 of the upload page. */
export function ChangePasswordSection() {
  const messages = useUploadPageMessages();
  const t = messages.admin.password;
  const [form, setForm] = useState(emptyForm);
  const change = useChangePassword();
  const isIncomplete = form.currentPassword === '' || form.newPassword === '';

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isIncomplete || change.isPending) return;
    change.mutate(form, {
      onSuccess: () => {
        setForm(emptyForm);
        toast({ title: t.changedTitle, description: t.changedText });
      },
      onError: (error) => toastFailure(error, t.failedTitle, t.failedFallback, messages),
    });
  }

  return (
    <Panel quiet title={t.title} icon={<KeyRound aria-hidden="true" />}>
      <p className="text-[0.95rem] text-muted">{t.text}</p>
      <form onSubmit={submit} className="grid gap-5">
        <Field label={t.current}>
          {(control) => (
            <PasswordInput
              {...control}
              autoComplete="current-password"
              value={form.currentPassword}
              onChange={(event) => setForm({ ...form, currentPassword: event.target.value })}
            />
          )}
        </Field>
        <Field label={t.next} hint={t.nextHint(limits.uploadPassword.min)}>
          {(control) => (
            <PasswordInput
              {...control}
              autoComplete="new-password"
              value={form.newPassword}
              onChange={(event) => setForm({ ...form, newPassword: event.target.value })}
            />
          )}
        </Field>
        <Button
          type="submit"
          variant="secondary"
          className="justify-self-start"
          pending={change.isPending}
          disabled={isIncomplete || change.isPending}
        >
          {change.isPending ? t.submitting : t.submit}
        </Button>
      </form>
    </Panel>
  );
}
