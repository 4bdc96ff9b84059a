import { zodResolver } from '@hookform/resolvers/zod';
import type { LeadCaptureForm } from '@secure-preview/contracts';
import { type FieldErrors, type Resolver, useForm } from 'react-hook-form';
import { Button } from '../../../components/ui/button.js';
import { Field, Input } from '../../../components/ui/field.js';
import { toast } from '../../../components/ui/toast/toast-store.js';
import { usePortalConfig } from '../../../lib/api/portal-config.js';
import { serverMessage } from '../../../lib/http-error.js';
import { rememberedGateFields } from '../../../lib/memory/gate-fields.js';
import { messages } from '../../../messages/index.js';
import { useCaptureLead } from '../api/capture-lead.js';
import { fieldMessage } from '../lib/form-errors.js';
import { emptyGateForm, type GateFormInput, gateForm } from '../lib/gate-form.js';
import { AcceptTerms } from './accept-terms.js';

const words = messages.gate;
const resolver = zodResolver(gateForm) as unknown as Resolver<GateFormInput, unknown, LeadCaptureForm>;

function announceRefusal(errors: FieldErrors<GateFormInput>): void {
  if (errors.termsAccepted) toast({ title: words.termsRequiredTitle, description: words.termsRequiredText });
}

/** Name, e-mail and acceptance. Checked on submit, then on every change (docs/product.md#gate). */
export function GateForm() {
  const { data: config } = usePortalConfig();
  const form = useForm<GateFormInput, unknown, LeadCaptureForm>({
    resolver,
    defaultValues: { ...emptyGateForm, ...rememberedGateFields.read() },
    mode: 'onSubmit',
    reValidateMode: 'onChange',
    shouldFocusError: true,
  });
  const { errors } = form.formState;
  const capture = useCaptureLead((error) =>
    toast({
      title: words.errorTitle,
      description: serverMessage(error, words.errorFallback),
      variant: 'destructive',
    }),
  );
  const send = (values: LeadCaptureForm) =>
    capture.mutate(config ? { ...values, termsHash: config.terms.sha256 } : values);

  return (
    <form noValidate onSubmit={form.handleSubmit(send, announceRefusal)} className="grid gap-5">
      <Field label={words.nameLabel} error={fieldMessage(errors.name?.message)}>
        {(control) => (
          <Input
            {...control}
            {...form.register('name')}
            type="text"
            autoComplete="name"
            autoCapitalize="words"
            placeholder={words.namePlaceholder}
            required
          />
        )}
      </Field>
      <Field label={words.emailLabel} error={fieldMessage(errors.email?.message)}>
        {(control) => (
          <Input
            {...control}
            {...form.register('email')}
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={words.emailPlaceholder}
            required
          />
        )}
      </Field>
      <AcceptTerms control={form.control} />
      <Button
        type="submit"
        pending={capture.isPending}
        disabled={capture.isPending}
        className="min-h-13 text-base"
      >
        {capture.isPending ? words.submitting : words.submit}
      </Button>
    </form>
  );
}
