import { limits } from '@secure-preview/contracts';
import { KeyRound } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../components/ui/button.js';
import { Field } from '../../../components/ui/field.js';
import { Panel } from '../../../components/ui/panel.js';
import { PasswordInput } from '../../../components/ui/password-input.js';
import { toastFailure } from '../../../components/ui/toast/toast-failure.js';
import { toast } from '../../../components/ui/toast/toast-store.js';
import { messages } from '../../../messages/index.js';
import { useChangePassword } from '../api/passwords.js';

const words = messages.admin.password;
const empty = { currentPassword: '', newPassword: '' };

/** Section 3 of the upload page. */
export function ChangePasswordSection() {
  const [form, setForm] = useState(empty);
  const change = useChangePassword();
  const incomplete = form.currentPassword === '' || form.newPassword === '';

  function submit(event: FormEvent) {
    event.preventDefault();
    if (incomplete || change.isPending) return;
    change.mutate(form, {
      onSuccess: () => {
        setForm(empty);
        toast({ title: words.changedTitle, description: words.changedText });
      },
      onError: (error) => toastFailure(error, words.failedTitle, words.failedFallback),
    });
  }

  return (
    <Panel quiet title={words.title} icon={<KeyRound aria-hidden="true" />}>
      <p className="text-[0.95rem] text-muted">{words.text}</p>
      <form onSubmit={submit} className="grid gap-5">
        <Field label={words.current}>
          {(control) => (
            <PasswordInput
              {...control}
              autoComplete="current-password"
              value={form.currentPassword}
              onChange={(event) => setForm({ ...form, currentPassword: event.target.value })}
            />
          )}
        </Field>
        <Field label={words.next} hint={words.nextHint(limits.uploadPassword.min)}>
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
          disabled={incomplete || change.isPending}
        >
          {change.isPending ? words.submitting : words.submit}
        </Button>
      </form>
    </Panel>
  );
}
