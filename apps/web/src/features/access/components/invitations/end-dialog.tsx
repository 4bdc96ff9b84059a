import { fieldErrorMessage, type Invitation } from '@secure-preview/contracts';
import { useState } from 'react';
import { DialogForm } from '../../../../components/ui/dialog-form.js';
import { formatsOf, timeZoneName } from '../../../../lib/formats.js';
import { useAccessPageMessages } from '../../../../messages/access-page/use-access-page-messages.js';
import { dateFieldOf, INCOMPLETE, instantOf } from '../../lib/instants.js';
import { sharedEnd } from '../../lib/shared-end.js';
import { CheckField } from '../fields/check-field.js';
import { InstantField } from '../fields/instant-field.js';

interface EndDialogProps {
  invitations: readonly Invitation[];
  isPending: boolean;
  /** Receives the new end; null for none. */
  onSubmit: (endsAt: string | null) => void;
  onClose: () => void;
}

/** Changes the end of invitations. An end is removed only by the checkbox, not by an empty field. */
export function EndDialog({ invitations, isPending, onSubmit, onClose }: EndDialogProps) {
  const messages = useAccessPageMessages();
  const t = messages.access.invitations.end;
  const { invite } = messages.access;
  // Kept while the list is read again, so that the hint fits the field.
  const [present] = useState(() => sharedEnd(invitations));
  const [presentInput] = useState(present ? dateFieldOf(present) : '');
  const [input, setInput] = useState(presentInput);
  const [isRemoved, setRemoved] = useState(false);
  const [errors, setErrors] = useState<{ end?: string }>({});
  const zone = t.zone(timeZoneName(messages.locale) ?? '');
  const state = present === undefined ? t.different : present === null ? t.none : undefined;

  function errorOf(endsAt: string | null): string | undefined {
    if (endsAt === null) return t.missing;
    if (endsAt === INCOMPLETE) return fieldErrorMessage('INSTANT_INVALID', messages.fieldErrors);
    return Date.parse(endsAt) <= Date.now() ? invite.endsInPast : undefined;
  }
  function submit() {
    if (isRemoved) return onSubmit(null);
    // When clocks are set back, two instants have the same text: an unchanged field keeps its instant.
    const endsAt = present && input === presentInput ? present : instantOf(input);
    const error = errorOf(endsAt);
    if (error === undefined) onSubmit(endsAt);
    else setErrors({ end: error });
  }

  return (
    <DialogForm
      title={t.title(formatsOf(messages.locale).number.format(invitations.length))}
      text={t.text}
      submit={messages.access.invitations.extend}
      isPending={isPending}
      errors={errors}
      onSubmit={submit}
      onClose={onClose}
    >
      <InstantField
        label={invite.endsAt}
        hint={[state, zone].filter(Boolean).join(' ')}
        error={isRemoved ? undefined : errors.end}
        value={input}
        disabled={isRemoved}
        onChange={setInput}
      />
      <CheckField label={t.remove} hint={t.removeHint} checked={isRemoved} onChange={setRemoved} />
    </DialogForm>
  );
}
