import {
  type BlockKind,
  blockForm,
  blockKind,
  fieldErrorMessage,
  isFieldErrorCode,
} from '@secure-preview/contracts';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../../components/ui/button.js';
import { DialogForm } from '../../../../components/ui/dialog-form.js';
import { Field, Input } from '../../../../components/ui/field.js';
import { Select } from '../../../../components/ui/select.js';
import { toastFailure } from '../../../../components/ui/toast/toast-failure.js';
import { toast } from '../../../../components/ui/toast/toast-store.js';
import { HttpError, hasCode, serverMessage } from '../../../../lib/http-error.js';
import { useAccessPageMessages } from '../../../../messages/access-page/use-access-page-messages.js';
import { type NewBlock, useAddBlock } from '../../api/blocks.js';
import { OpenGateWarning } from './open-gate-warning.js';

const emptyForm = { kind: 'address' as BlockKind, value: '', note: '' };

/** Blocks an address, a domain or a network, after a confirmation. */
export function BlockForm() {
  const messages = useAccessPageMessages();
  const t = messages.access.blocked;
  const [form, setForm] = useState(emptyForm);
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const [toConfirm, setToConfirm] = useState<NewBlock>();
  const add = useAddBlock();
  const change = (changed: Partial<typeof form>) => {
    setForm({ ...form, ...changed });
    setErrors({});
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    const checked = blockForm.safeParse(form);
    const found: Record<string, string> = {};
    for (const { path, message } of checked.error?.issues ?? []) {
      found[String(path[0])] ??= isFieldErrorCode(message)
        ? fieldErrorMessage(message, messages.fieldErrors)
        : message;
    }
    setErrors(found);
    if (checked.data) setToConfirm(checked.data);
  }

  const confirm = (block: NewBlock) =>
    add.mutate(block, {
      onSuccess: () => {
        toast({ title: t.done.title, description: t.done.text(block.value) });
        setForm({ ...emptyForm, kind: block.kind });
      },
      onError: (error) => {
        const [field] = error instanceof HttpError ? Object.keys(error.body?.fieldCodes ?? {}) : [];
        // Stays beside the field after the toast has closed.
        if (field || hasCode(error, 'CANNOT_BLOCK_SELF'))
          setErrors({ [field ?? 'value']: serverMessage(error, t.blockFailed.text, messages) });
        toastFailure(error, t.blockFailed.title, t.blockFailed.text, messages);
      },
      // Closes before the toast appears, because the dialog would cover it.
      onSettled: () => setToConfirm(undefined),
    });

  return (
    <>
      <form noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="grid items-start gap-4 lg:grid-cols-3">
          <Field label={t.kind} hint={t.kindHints[form.kind]}>
            {(control) => (
              <Select
                {...control}
                value={form.kind}
                onChange={({ target }) =>
                  change({ kind: blockKind.options.find((kind) => kind === target.value) ?? 'address' })
                }
              >
                {blockKind.options.map((kind) => (
                  <option key={kind} value={kind}>
                    {t.kinds[kind]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label={t.value[form.kind]} error={errors['value']}>
            {(control) => (
              <Input
                {...control}
                dir="ltr"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                value={form.value}
                onChange={(event) => change({ value: event.target.value })}
              />
            )}
          </Field>
          <Field label={t.note} hint={t.noteHint} error={errors['note']}>
            {(control) => (
              <Input
                {...control}
                dir="auto"
                autoComplete="off"
                value={form.note}
                onChange={(event) => change({ note: event.target.value })}
              />
            )}
          </Field>
        </div>
        <Button type="submit" variant="secondary" className="justify-self-start">
          {t.block}
        </Button>
      </form>
      {toConfirm && (
        <DialogForm
          title={t.dialogTitle(toConfirm.value)}
          text={t.dialogText}
          submit={t.block}
          isPending={add.isPending}
          onSubmit={() => confirm(toConfirm)}
          onClose={() => setToConfirm(undefined)}
        >
          <OpenGateWarning />
        </DialogForm>
      )}
    </>
  );
}
