import { accessRequestForm, type StoredPerson } from '@secure-preview/contracts';
import { type FormEvent, useState } from 'react';
import * as z from 'zod/mini';
import { Button } from '../../../../components/ui/button.js';
import { Field, inputVariants } from '../../../../components/ui/field.js';
import { toastFailure } from '../../../../components/ui/toast/toast-failure.js';
import { useEntryMessages } from '../../../../messages/entry/use-entry-messages.js';
import { useMessages } from '../../../../messages/use-messages.js';
import { useRequestAccess } from '../../api/request-access.js';
import { fieldMessage } from '../../lib/form-errors.js';
import { type FieldErrors, focusFirstError, readForm } from '../../lib/read-form.js';
import { PersonFields } from '../person-fields.js';
import { StepHeading } from './step-heading.js';

/** Fields that the visitor fills in. The language is that of the page. */
const typedFields = z.omit(accessRequestForm, { language: true });

interface RequestAccessProps {
  person: StoredPerson;
  onBack: () => void;
}

/** Sends a request for access. The confirmation is the same for invited and other addresses. */
export function RequestAccess({ person, onBack }: RequestAccessProps) {
  const messages = useMessages();
  const t = useEntryMessages().request;
  const [errors, setErrors] = useState<FieldErrors<typeof typedFields>>();
  const request = useRequestAccess();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const { values, errors: found } = readForm(form, typedFields);
    setErrors(found);
    focusFirstError(form, found);
    if (!values) return;
    request.mutate(
      { ...values, language: messages.language },
      { onError: (error) => toastFailure(error, messages.gate.errorTitle, t.errorFallback, messages) },
    );
  };
  const back = (
    <Button variant="quiet" className="-mx-5 justify-self-start" onClick={onBack}>
      {t.back}
    </Button>
  );

  if (request.isSuccess) {
    return (
      <div className="grid gap-4">
        <StepHeading>{t.sentTitle}</StepHeading>
        <p className="text-muted">{t.sentText}</p>
        {back}
      </div>
    );
  }
  return (
    <form
      noValidate
      onSubmit={submit}
      onChange={(event) => errors && setErrors(readForm(event.currentTarget, typedFields).errors)}
      className="grid gap-5"
    >
      <div className="grid gap-2">
        <StepHeading>{t.title}</StepHeading>
        <p className="text-muted">{t.text}</p>
      </div>
      <PersonFields defaults={person} errors={errors} />
      <Field label={t.reasonLabel} error={fieldMessage(errors?.reason, messages)}>
        {(control) => (
          <textarea
            {...control}
            name="reason"
            rows={3}
            dir="auto"
            className={`${inputVariants} scroll-quiet min-h-24 resize-y leading-relaxed`}
          />
        )}
      </Field>
      <Button type="submit" pending={request.isPending} disabled={request.isPending}>
        {request.isPending ? t.submitting : t.submit}
      </Button>
      {back}
    </form>
  );
}
