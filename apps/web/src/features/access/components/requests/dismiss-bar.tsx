import { type ReactNode, useState } from 'react';
import { Button } from '../../../../components/ui/button.js';
import { DialogForm } from '../../../../components/ui/dialog-form.js';
import { toastFailure } from '../../../../components/ui/toast/toast-failure.js';
import { toast } from '../../../../components/ui/toast/toast-store.js';
import { formatsOf } from '../../../../lib/formats.js';
import { useAccessPageMessages } from '../../../../messages/access-page/use-access-page-messages.js';
import { useDismissRequests } from '../../api/access-requests.js';

interface DismissBarProps {
  selected: readonly string[];
  /** Shown before the action. */
  children: ReactNode;
  onDismissed: () => void;
}

/** Dismisses the selected requests together, after a confirmation. */
export function DismissBar({ selected, children, onDismissed }: DismissBarProps) {
  const messages = useAccessPageMessages();
  const t = messages.access.requests;
  const { number } = formatsOf(messages.locale);
  const [isAsking, setIsAsking] = useState(false);
  const dismiss = useDismissRequests();
  const count = number.format(selected.length);
  const close = () => setIsAsking(false);

  function dismissedToast(dismissed: number) {
    const before = selected.length - dismissed;
    const texts = [
      t.dismissedTogether.text(number.format(dismissed)),
      before > 0 && t.decidedBefore(number.format(before)),
    ];
    return { title: t.dismissedTogether.title, description: texts.filter(Boolean).join('. ') };
  }

  const apply = () =>
    dismiss.mutate(selected, {
      onSuccess: (dismissed) => {
        toast(dismissedToast(dismissed));
        onDismissed();
      },
      onError: (error) => toastFailure(error, t.dismissFailed.title, t.dismissFailed.text, messages),
      // Closes before the toast appears, because the dialog would cover it.
      onSettled: close,
    });

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {children}
      <p role="status" className="text-[0.95rem] text-muted tabular-nums">
        {selected.length > 0 && messages.access.selection.selected(count)}
      </p>
      <Button
        variant="secondary"
        disabled={selected.length === 0 || dismiss.isPending}
        onClick={() => setIsAsking(true)}
      >
        {t.dismissSelected}
      </Button>
      {isAsking && (
        <DialogForm
          title={t.dismissTitle(count)}
          text={t.dismissText}
          submit={t.dismiss}
          isPending={dismiss.isPending}
          onSubmit={apply}
          onClose={close}
        />
      )}
    </div>
  );
}
