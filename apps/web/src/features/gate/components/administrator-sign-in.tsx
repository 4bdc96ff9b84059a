import { person, uploadPasswordForm } from '@secure-preview/contracts';
import { KeyRound } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { Button } from '../../../components/ui/button.js';
import { Field } from '../../../components/ui/field.js';
import { PasswordInput } from '../../../components/ui/password-input.js';
import { StatusScreen } from '../../../components/ui/status-screen.js';
import { toastFailure } from '../../../components/ui/toast/toast-failure.js';
import { toast } from '../../../components/ui/toast/toast-store.js';
import { usePortalConfig } from '../../../lib/api/portal-config.js';
import { HttpError, hasCode } from '../../../lib/http-error.js';
import { rememberedGateFields } from '../../../lib/memory/gate-fields.js';
import { useUploadPageMessages } from '../../../messages/upload-page/use-upload-page-messages.js';
import { useEnterAsAdministrator } from '../api/administrator.js';
import { fieldMessage } from '../lib/form-errors.js';
import { type FieldErrors, focusFirstError, readForm } from '../lib/read-form.js';
import { PersonFields } from './person-fields.js';
import { termsLinkVariants, useTermsDialog } from './use-terms-dialog.js';

const typedFields = z.object({ ...person.shape, ...uploadPasswordForm.shape });

/** Opens the admin area in one step, in every gate mode (docs/product.md#upload-page). */
export function AdministratorSignIn() {
  const messages = useUploadPageMessages();
  const t = messages.uploadGates;
  const { data: config } = usePortalConfig();
  const [remembered] = useState(() => rememberedGateFields.read());
  const [errors, setErrors] = useState<FieldErrors<typeof typedFields>>();
  const password = useRef<HTMLInputElement>(null);
  const { openTerms, termsDialog } = useTermsDialog();
  const enter = useEnterAsAdministrator();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const { values, errors: found } = readForm(form, typedFields);
    setErrors(found);
    focusFirstError(form, found);
    if (!values || enter.isPending) return;
    enter.mutate(
      { ...values, termsAccepted: 'true', ...(config && { termsHash: config.terms.sha256 }) },
      {
        onSuccess: () => toast({ title: t.grantedTitle, description: t.grantedText }),
        onError: (error) => {
          const isRejected = error instanceof HttpError && error.status < 500;
          const title = isRejected ? t.deniedTitle : t.uncheckedTitle;
          toastFailure(error, title, messages.common.unavailableText, messages);
          if (!hasCode(error, 'INVALID_PASSWORD')) return;
          if (password.current) password.current.value = '';
          password.current?.focus();
        },
      },
    );
  };

  return (
    <StatusScreen
      icon={<KeyRound aria-hidden="true" />}
      title={t.passwordTitle}
      text={t.signInText}
      action={
        <form
          noValidate
          onSubmit={submit}
          onChange={(event) => errors && setErrors(readForm(event.currentTarget, typedFields).errors)}
          className="mt-2 grid w-full gap-5 text-start"
        >
          <PersonFields defaults={remembered} errors={errors} />
          <Field label={t.passwordLabel} error={fieldMessage(errors?.password, messages)}>
            {(control) => (
              <PasswordInput
                {...control}
                ref={password}
                name="password"
                autoComplete="current-password"
                required
              />
            )}
          </Field>
          <p className="text-[0.95rem] text-muted">
            {t.signInTerms}
            <button type="button" aria-haspopup="dialog" onClick={openTerms} className={termsLinkVariants}>
              {messages.gate.acceptLink}
            </button>
          </p>
          {termsDialog}
          <Button type="submit" pending={enter.isPending} disabled={enter.isPending}>
            {enter.isPending ? t.submitting : t.submit}
          </Button>
        </form>
      }
    />
  );
}
