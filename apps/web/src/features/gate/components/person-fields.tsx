import type { StoredPerson } from '@secure-preview/contracts';
import type { ReactNode } from 'react';
import { Field, Input } from '../../../components/ui/field.js';
import { useMessages } from '../../../messages/use-messages.js';
import { fieldMessage } from '../lib/form-errors.js';

type RenderField = (error: string | undefined) => ReactNode;

/** Fields that the visitor cannot change. Each shows the message of its error. */
export type LockedFields = Partial<Record<keyof StoredPerson, RenderField | undefined>>;

interface PersonFieldsProps {
  defaults: Partial<StoredPerson> | undefined;
  /** Error codes by field. */
  errors: Partial<Record<keyof StoredPerson, string>> | undefined;
  /** Replaces the inputs of these fields. */
  locked?: LockedFields | undefined;
}

/** The inputs for the name and the e-mail address of a visitor. */
export function PersonFields({ defaults, errors, locked }: PersonFieldsProps) {
  const messages = useMessages();
  const t = messages.gate;
  const name = fieldMessage(errors?.name, messages);
  const email = fieldMessage(errors?.email, messages);
  return (
    <>
      {locked?.name?.(name) ?? (
        <Field label={t.nameLabel} error={name}>
          {(control) => (
            <Input
              {...control}
              name="name"
              defaultValue={defaults?.name}
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
      )}
      {locked?.email?.(email) ?? (
        <Field label={t.emailLabel} error={email}>
          {(control) => (
            <Input
              {...control}
              name="email"
              defaultValue={defaults?.email}
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
      )}
    </>
  );
}
