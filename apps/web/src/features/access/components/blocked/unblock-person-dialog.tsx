import { DialogForm } from '../../../../components/ui/dialog-form.js';
import { toastFailure } from '../../../../components/ui/toast/toast-failure.js';
import { toast } from '../../../../components/ui/toast/toast-store.js';
import { useAccessPageMessages } from '../../../../messages/access-page/use-access-page-messages.js';
import { useRemoveBlocks } from '../../api/blocks.js';
import type { PersonDialogProps } from './person-dialog-props.js';

/** Removes all blocks that concern a person, after it has listed them. */
export function UnblockPersonDialog({ person, onChanged, onClose }: PersonDialogProps) {
  const messages = useAccessPageMessages();
  const t = messages.access.blocked;
  const { name, blocks } = person;
  const remove = useRemoveBlocks();
  const unblock = () =>
    remove.mutate(blocks, {
      onSuccess: () => toast({ title: t.unblocked.title, description: t.unblocked.text(name) }),
      onError: (error) => toastFailure(error, t.unblockFailed.title, t.unblockFailed.text, messages),
      onSettled: () => {
        // Also after an error: the first of several blocks may be removed.
        onChanged?.();
        onClose();
      },
    });
  return (
    <DialogForm
      title={t.unblockTitle(name)}
      text={blocks.some(({ kind }) => kind !== 'address') ? t.unblockManyText : t.unblockText}
      submit={t.unblock}
      isPending={remove.isPending}
      onSubmit={unblock}
      onClose={onClose}
    >
      <ul className="grid gap-2 [overflow-wrap:anywhere]">
        {blocks.map(({ kind, value }) => (
          <li key={`${kind} ${value}`}>
            <span className="me-2 text-muted">{t.kinds[kind] ?? kind}</span>
            <bdi dir="ltr" className="font-medium">
              {value}
            </bdi>
          </li>
        ))}
      </ul>
    </DialogForm>
  );
}
