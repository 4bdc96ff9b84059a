import { type LeadCaptureForm, leadCaptureForm, type StoredPerson } from '@secure-preview/contracts';
import { type FormEvent, useState } from 'react';
import * as z from 'zod/mini';
import { Button } from '../../../components/ui/button.js';
import { toastFailure } from '../../../components/ui/toast/toast-failure.js';
import { toast } from '../../../components/ui/toast/toast-store.js';
import { usePortalConfig } from '../../../lib/api/portal-config.js';
import type { CodeRequest } from '../../../lib/memory/code-request.js';
import { useMessages } from '../../../messages/use-messages.js';
import { useEnter } from '../api/enter.js';
import { useSendGateForm } from '../api/send-gate-form.js';
import { fieldMessage } from '../lib/form-errors.js';
import { type FieldErrors, focusFirstError, readForm } from '../lib/read-form.js';
import { AcceptTerms } from './accept-terms.js';
import { type LockedFields, PersonFields } from './person-fields.js';

/** Fields that the visitor fills in. The hash of the terms is added on submit. */
const typedFields = z.omit(leadCaptureForm, { termsHash: true });

export interface GateFormProps {
  /** Input of an earlier visit in this tab. */
  remembered?: StoredPerson | undefined;
  locked?: LockedFields | undefined;
  /** Sends the form; the default depends on the gate mode. */
  send?: ((form: LeadCaptureForm) => Promise<CodeRequest | undefined>) | undefined;
  onCodeRequest?: (request: CodeRequest) => void;
}

/** Shows the form of the gate. Validates on submit, then on every change (docs/product.md#gate). */
export function GateForm({ remembered, locked, send, onCodeRequest }: GateFormProps) {
  const messages = useMessages();
  const t = messages.gate;
  const { data: config } = usePortalConfig();
  /** Undefined until the first submit. */
  const [errors, setErrors] = useState<FieldErrors<typeof typedFields>>();
  const sendByMode = useSendGateForm();
  const enter = useEnter({
    send: send ?? sendByMode,
    onCodeRequest,
    onFailure: (error) => toastFailure(error, t.errorTitle, t.errorFallback, messages),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const { values, errors: found } = readForm(form, typedFields);
    setErrors(found);
    focusFirstError(form, found);
    if (found.termsAccepted) toast({ title: t.termsRequiredTitle, description: t.termsRequiredText });
    if (values) enter.mutate(config ? { ...values, termsHash: config.terms.sha256 } : values);
  };

  return (
    <form
      noValidate
      onSubmit={submit}
      onChange={(event) => errors && setErrors(readForm(event.currentTarget, typedFields).errors)}
      className="grid gap-5"
    >
      <PersonFields defaults={remembered} errors={errors} locked={locked} />
      <AcceptTerms error={fieldMessage(errors?.termsAccepted, messages)} />
      <Button
        type="submit"
        pending={enter.isPending}
        disabled={enter.isPending}
        className="min-h-13 text-base"
      >
        {enter.isPending ? t.submitting : t.submit}
      </Button>
    </form>
  );
}
