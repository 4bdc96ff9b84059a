import type { StoredPerson } from '@secure-preview/contracts';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../components/ui/button.js';
import { Field, Input } from '../../../components/ui/field.js';
import { toast } from '../../../components/ui/toast/toast-store.js';
import { usePortalConfig } from '../../../lib/api/portal-config.js';
import { serverMessage } from '../../../lib/http-error.js';
import { useMessages } from '../../../messages/use-messages.js';
import { useCaptureLead } from '../api/capture-lead.js';
import { fieldMessage } from '../lib/form-errors.js';
import { focusFirstError, type GateErrors, readGateForm } from '../lib/gate-form.js';
import { AcceptTerms } from './accept-terms.js';

/** Shows the form of the gate. Validates on submit, then on every change (docs/product.md#gate). */
export function GateForm({ remembered }: { remembered: StoredPerson | undefined }) {
  const messages = useMessages();
  const t = messages.gate;
  const { data: config } = usePortalConfig();
  /** Undefined until the first submit. */
  const [errors, setErrors] = useState<GateErrors>();
  const capture = useCaptureLead((error) =>
    toast({
      title: t.errorTitle,
      description: serverMessage(error, t.errorFallback, messages),
      variant: 'destructive',
    }),
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const { values, errors: found } = readGateForm(form);
    setErrors(found);
    focusFirstError(form, found);
    if (found.termsAccepted) toast({ title: t.termsRequiredTitle, description: t.termsRequiredText });
    if (values) capture.mutate(config ? { ...values, termsHash: config.terms.sha256 } : values);
  };

  return (
    <form
      noValidate
      onSubmit={submit}
      onChange={(event) => errors && setErrors(readGateForm(event.currentTarget).errors)}
      className="grid gap-5"
    >
      <Field label={t.nameLabel} error={fieldMessage(errors?.name, messages)}>
        {(control) => (
          <Input
            {...control}
            name="name"
            defaultValue={remembered?.name}
            type="text"
            autoComplete="name"
            autoCapitalize="words"
            dir="auto"
            className="rtl:text-right"
            placeholder={t.namePlaceholder}
            required
          />
        )}
      </Field>
      <Field label={t.emailLabel} error={fieldMessage(errors?.email, messages)}>
        {(control) => (
          <Input
            {...control}
            name="email"
            defaultValue={remembered?.email}
            type="email"
            inputMode="email"
            dir="ltr"
            className="rtl:text-right"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={t.emailPlaceholder}
            required
          />
        )}
      </Field>
      <AcceptTerms error={fieldMessage(errors?.termsAccepted, messages)} />
      <Button
        type="submit"
        pending={capture.isPending}
        disabled={capture.isPending}
        className="min-h-13 text-base"
      >
        {capture.isPending ? t.submitting : t.submit}
      </Button>
    </form>
  );
}
