import type { StoredPerson } from '@secure-preview/contracts';
import { Field, Input } from '../../../components/ui/field.js';
import { useMessages } from '../../../messages/use-messages.js';
import { fieldMessage } from '../lib/form-errors.js';

/** A locked field looks like text, not like one to fill in. */
const fieldVariants =
  'rtl:text-right read-only:cursor-default read-only:border-dashed read-only:border-line read-only:bg-transparent read-only:text-muted read-only:hover:border-line';

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
            className={fieldVariants}
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
            className={fieldVariants}
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
