import { zodResolver } from '@hookform/resolvers/zod';
import type { LeadCaptureForm } from '@secure-preview/contracts';
import { type FieldErrors, type Resolver, useForm } from 'react-hook-form';
import { Button } from '../../../components/ui/button.js';
import { Field, Input } from '../../../components/ui/field.js';
import { toast } from '../../../components/ui/toast/toast-store.js';
import { usePortalConfig } from '../../../lib/api/portal-config.js';
import { serverMessage } from '../../../lib/http-error.js';
import { rememberedGateFields } from '../../../lib/memory/gate-fields.js';
import { useMessages } from '../../../messages/use-messages.js';
import { useCaptureLead } from '../api/capture-lead.js';
import { fieldMessage } from '../lib/form-errors.js';
import { type GateFormInput, gateForm } from '../lib/gate-form.js';
import { AcceptTerms } from './accept-terms.js';

const resolver = zodResolver(gateForm) as unknown as Resolver<GateFormInput, unknown, LeadCaptureForm>;

/** Shows the form of the gate. Validates on submit, then on every change (docs/product.md#gate). */
export function GateForm() {
  const messages = useMessages();
  const t = messages.gate;
  const { data: config } = usePortalConfig();
  const form = useForm<GateFormInput, unknown, LeadCaptureForm>({
    resolver,
    defaultValues: { termsAccepted: 'false', ...rememberedGateFields.read() },
    mode: 'onSubmit',
    reValidateMode: 'onChange',
    shouldFocusError: true,
  });
  const { errors } = form.formState;
  const capture = useCaptureLead((error) =>
    toast({
      title: t.errorTitle,
      description: serverMessage(error, t.errorFallback, messages),
      variant: 'destructive',
    }),
  );
  const send = (values: LeadCaptureForm) =>
    capture.mutate(config ? { ...values, termsHash: config.terms.sha256 } : values);
  const announceMissingTerms = ({ termsAccepted }: FieldErrors<GateFormInput>) => {
    if (termsAccepted) toast({ title: t.termsRequiredTitle, description: t.termsRequiredText });
  };

  return (
    <form noValidate onSubmit={form.handleSubmit(send, announceMissingTerms)} className="grid gap-5">
      <Field label={t.nameLabel} error={fieldMessage(errors.name?.message, messages)}>
        {(control) => (
          <Input
            {...control}
            {...form.register('name')}
            type="text"
            autoComplete="name"
            autoCapitalize="words"
            placeholder={t.namePlaceholder}
            required
          />
        )}
      </Field>
      <Field label={t.emailLabel} error={fieldMessage(errors.email?.message, messages)}>
        {(control) => (
          <Input
            {...control}
            {...form.register('email')}
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={t.emailPlaceholder}
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
        {capture.isPending ? t.submitting : t.submit}
      </Button>
    </form>
  );
}
