import type { StoredPerson } from '@secure-preview/contracts';
import type { InputHTMLAttributes, ReactNode } from 'react';
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
export function PersonFields({ defaults, errors, locked = {} }: PersonFieldsProps) {
  const messages = useMessages();
  const t = messages.gate;
  const name = fieldMessage(errors?.name, messages);
  const email = fieldMessage(errors?.email, messages);
  return (
    <>
      {locked.name?.(name) ?? (
        <TextField
          label={t.nameLabel}
          error={name}
          name="name"
          defaultValue={defaults?.name}
          autoComplete="name"
          autoCapitalize="words"
          dir="auto"
          placeholder={t.namePlaceholder}
        />
      )}
      {locked.email?.(email) ?? (
        <TextField
          label={t.emailLabel}
          error={email}
          name="email"
          defaultValue={defaults?.email}
          type="email"
          inputMode="email"
          dir="ltr"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={t.emailPlaceholder}
        />
      )}
    </>
  );
}

interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  error: string | undefined;
}

function TextField({ label, error, ...rest }: TextFieldProps) {
  return (
    <Field label={label} error={error}>
      {(control) => <Input {...control} {...rest} className="rtl:text-right" required />}
    </Field>
  );
}
