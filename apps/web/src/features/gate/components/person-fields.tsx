import type { StoredPerson } from '@secure-preview/contracts';
import { Field, Input } from '../../../components/ui/field.js';
import { useMessages } from '../../../messages/use-messages.js';
import { fieldMessage } from '../lib/form-errors.js';

interface PersonFieldsProps {
  defaults: Partial<StoredPerson> | undefined;
  /** Error codes by field. */
  errors: Partial<Record<keyof StoredPerson, string>> | undefined;
  /** Explanations of fields that the visitor cannot change. */
  locked?: Partial<Record<keyof StoredPerson, string>> | undefined;
}

/** The inputs for the name and the e-mail address of a visitor. */
export function PersonFields({ defaults, errors, locked }: PersonFieldsProps) {
  const messages = useMessages();
  const t = messages.gate;
  return (
    <>
      <Field label={t.nameLabel} hint={locked?.name} error={fieldMessage(errors?.name, messages)}>
        {(control) => (
          <Input
            {...control}
            name="name"
            defaultValue={defaults?.name}
            readOnly={locked?.name !== undefined}
            type="text"
            autoComplete="name"
            autoCapitalize="words"
            dir="auto"
            className="lockable rtl:text-right"
            placeholder={t.namePlaceholder}
            required
          />
        )}
      </Field>
      <Field label={t.emailLabel} hint={locked?.email} error={fieldMessage(errors?.email, messages)}>
        {(control) => (
          <Input
            {...control}
            name="email"
            defaultValue={defaults?.email}
            readOnly={locked?.email !== undefined}
            type="email"
            inputMode="email"
            dir="ltr"
            className="lockable rtl:text-right"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={t.emailPlaceholder}
            required
          />
        )}
      </Field>
    </>
  );
}
