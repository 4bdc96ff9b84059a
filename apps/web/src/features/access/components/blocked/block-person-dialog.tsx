import { type BlockKind, domainOfKey, limits } from '@secure-preview/contracts';
import { useState } from 'react';
import { DialogForm } from '../../../../components/ui/dialog-form.js';
import { Field, Input } from '../../../../components/ui/field.js';
import { toastFailure } from '../../../../components/ui/toast/toast-failure.js';
import { toast } from '../../../../components/ui/toast/toast-store.js';
import { useAccessPageMessages } from '../../../../messages/access-page/use-access-page-messages.js';
import { type NewBlock, useAddBlock } from '../../api/blocks.js';
import type { BlockedPerson } from '../../lib/blocked-person.js';
import { RadioGroup } from '../fields/radio-group.js';
import { OpenGateWarning } from './open-gate-warning.js';
import type { PersonDialogProps } from './person-dialog-props.js';

/** Blocks the address of a person, its domain, or the network of a visit. */
export function BlockPersonDialog({ person, onChanged, onClose }: PersonDialogProps) {
  const messages = useAccessPageMessages();
  const t = messages.access.blocked;
  const values = valuesOf(person);
  const [kind, setKind] = useState<BlockKind>(values.address === undefined ? 'domain' : 'address');
  const [note, setNote] = useState('');
  const add = useAddBlock();
  const choices = Object.entries(values).filter(([, value]) => value !== undefined);
  const options = Object.fromEntries(
    choices.map(([name, value]) => [name, { label: value, text: t.kindHintsOfPerson[name as BlockKind] }]),
  ) as Record<BlockKind, { label: string; text: string }>;

  const block = ({ value, ...rest }: NewBlock) =>
    add.mutate(
      { value, ...rest },
      {
        onSuccess: () => {
          toast({ title: t.done.title, description: t.done.text(value) });
          onChanged?.();
        },
        onError: (error) => toastFailure(error, t.blockFailed.title, t.blockFailed.text, messages),
        // Closes before the toast appears, because the dialog would cover it.
        onSettled: onClose,
      },
    );

  return (
    <DialogForm
      title={t.dialogTitle(person.name)}
      text={t.dialogText}
      submit={t.block}
      isPending={add.isPending}
      onSubmit={() => block({ kind, value: values[kind] ?? '', note })}
      onClose={onClose}
    >
      <RadioGroup legend={t.kind} options={options} value={kind} onChange={setKind} />
      <Field label={t.note} hint={t.noteHint}>
        {(control) => (
          <Input
            {...control}
            dir="auto"
            autoComplete="off"
            maxLength={limits.access.note.max}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
      <OpenGateWarning />
    </DialogForm>
  );
}

/** Returns what can be blocked. An invitation of a domain, such as `@example.com`, has no address. */
function valuesOf({ email, network }: BlockedPerson): Record<BlockKind, string | undefined> {
  const isDomain = email.startsWith('@');
  return { address: isDomain ? undefined : email, domain: domainOfKey(email), network };
}
