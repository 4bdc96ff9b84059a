import type { Invitation } from '@secure-preview/contracts';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../../components/ui/button.js';
import { DialogForm } from '../../../../components/ui/dialog-form.js';
import { toastFailure } from '../../../../components/ui/toast/toast-failure.js';
import { toast } from '../../../../components/ui/toast/toast-store.js';
import { formatsOf } from '../../../../lib/formats.js';
import { useAccessPageMessages } from '../../../../messages/access-page/use-access-page-messages.js';
import { type InvitationChange, useChangeInvitations } from '../../api/invitations.js';
import { EndDialog } from './end-dialog.js';

interface BulkBarProps {
  selected: readonly Invitation[];
  /** Shown before the actions. */
  children: ReactNode;
  onChanged: () => void;
}

/** Changes the selected invitations together. */
export function BulkBar({ selected, children, onChanged }: BulkBarProps) {
  const messages = useAccessPageMessages();
  const t = messages.access.invitations;
  const { number } = formatsOf(messages.locale);
  const [dialog, setDialog] = useState<'resend' | 'revoke' | 'extend'>();
  /** Outcome of mails that were not all queued. The toast with it closes soon. */
  const [leftOut, setLeftOut] = useState<{ title: string; description: string }>();
  const change = useChangeInvitations();
  const count = number.format(selected.length);
  const close = () => setDialog(undefined);

  function changedToast(action: Exclude<InvitationChange, { action: 'resend' }>, changed: number) {
    if (action.action === 'extend' && changed === 0)
      return { title: t.notExtended.title, description: t.notExtended.text };
    const extended = action.action === 'extend' && action.endsAt === null ? t.endRemoved : t.extended;
    const { title, text } = action.action === 'revoke' ? t.revoked : extended;
    return { title, description: text(number.format(changed)) };
  }

  /** Names the invitations that were left out, such as those whose mail still waits. */
  function resentToast(changed: number) {
    if (changed === 0) return { title: t.notResent.title, description: t.notResent.text };
    const others = selected.length - changed;
    const texts = [t.resent.text(number.format(changed)), others > 0 && t.leftOut(number.format(others))];
    return { title: t.resent.title, description: texts.filter(Boolean).join('. ') };
  }

  const apply = (action: InvitationChange) =>
    change.mutate(
      { ids: selected.map(({ id }) => id), change: action },
      {
        onSuccess: (changed) => {
          const outcome = action.action === 'resend' ? resentToast(changed) : changedToast(action, changed);
          toast(outcome);
          setLeftOut(action.action === 'resend' && changed < selected.length ? outcome : undefined);
          onChanged();
        },
        onError: (error) => toastFailure(error, t.changeFailed.title, t.changeFailed.text, messages),
        // Closes before the toast appears, because the dialog would cover it.
        onSettled: close,
      },
    );
  const isDisabled = selected.length === 0 || change.isPending;

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {children}
      <p role="status" className="text-[0.95rem] text-muted tabular-nums">
        {selected.length > 0 && messages.access.selection.selected(count)}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          disabled={isDisabled}
          onClick={() => (selected.length > 1 ? setDialog('resend') : apply({ action: 'resend' }))}
        >
          {t.resend}
        </Button>
        <Button variant="secondary" disabled={isDisabled} onClick={() => setDialog('extend')}>
          {t.extend}
        </Button>
        <Button variant="secondary" disabled={isDisabled} onClick={() => setDialog('revoke')}>
          {t.revoke}
        </Button>
      </div>
      {leftOut && selected.length === 0 && (
        <p className="basis-full text-[0.95rem] text-muted">
          {leftOut.title}: {leftOut.description}
        </p>
      )}
      {dialog === 'resend' && (
        <DialogForm
          title={t.resendTitle(count)}
          text={t.resendText}
          submit={t.resend}
          isPending={change.isPending}
          onSubmit={() => apply({ action: 'resend' })}
          onClose={close}
        />
      )}
      {dialog === 'revoke' && (
        <DialogForm
          title={t.revokeTitle(count)}
          text={t.revokeText}
          submit={t.revoke}
          isPending={change.isPending}
          onSubmit={() => apply({ action: 'revoke' })}
          onClose={close}
        />
      )}
      {dialog === 'extend' && (
        <EndDialog
          invitations={selected}
          isPending={change.isPending}
          onSubmit={(endsAt) => apply({ action: 'extend', endsAt })}
          onClose={close}
        />
      )}
    </div>
  );
}
