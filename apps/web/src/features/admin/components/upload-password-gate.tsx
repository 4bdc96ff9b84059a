import { KeyRound } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.js';
import { Field } from '../../../components/ui/field.js';
import { PasswordInput } from '../../../components/ui/password-input.js';
import { StatusScreen } from '../../../components/ui/status-screen.js';
import { toastFailure } from '../../../components/ui/toast/toast-failure.js';
import { toast } from '../../../components/ui/toast/toast-store.js';
import { HttpError } from '../../../lib/http-error.js';
import { useUploadPageMessages } from '../../../messages/upload-page/use-upload-page-messages.js';
import { useUnlock } from '../api/passwords.js';

/** Second gate: the upload password (docs/product.md#upload-page). */
export function UploadPasswordGate() {
  const messages = useUploadPageMessages();
  const t = messages.uploadGates;
  const [password, setPassword] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const unlock = useUnlock();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (password === '' || unlock.isPending) return;
    unlock.mutate(password, {
      onSuccess: () => {
        setPassword('');
        toast({ title: t.grantedTitle, description: t.grantedText });
      },
      onError: (error) => {
        const status = error instanceof HttpError ? error.status : 0;
        const isWrong = status === 401;
        toastFailure(
          error,
          status >= 400 && status < 500 ? t.deniedTitle : t.uncheckedTitle,
          isWrong ? t.deniedFallback : messages.common.unavailableText,
          messages,
        );
        // Keeps a password that was not checked, because it may be correct.
        if (isWrong) setPassword('');
        input.current?.focus();
      },
    });
  }

  return (
    <StatusScreen
      icon={<KeyRound aria-hidden="true" />}
      title={t.passwordTitle}
      text={t.passwordText}
      action={
        <form onSubmit={submit} className="mt-2 grid w-full gap-5 text-start">
          <Field label={t.passwordLabel}>
            {(control) => (
              <PasswordInput
                {...control}
                ref={input}
                name="password"
                autoComplete="current-password"
                value={password}
                onChange={(event) => setPassword(event.target.value)}
              />
            )}
          </Field>
          <Button type="submit" pending={unlock.isPending} disabled={password === '' || unlock.isPending}>
            {unlock.isPending ? t.submitting : t.submit}
          </Button>
        </form>
      }
    />
  );
}
