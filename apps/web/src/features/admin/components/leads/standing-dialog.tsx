import type { Lead } from '@secure-preview/contracts';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../../components/ui/button.js';
import { Dialog } from '../../../../components/ui/dialog.js';
import { toastFailure } from '../../../../components/ui/toast/toast-failure.js';
import { toast } from '../../../../components/ui/toast/toast-store.js';
import { messages } from '../../../../messages/index.js';
import { useChangeStanding } from '../../api/leads.js';

const words = messages.admin.leads;

/** Asks before a lead is shut out or let in again, and says what came of it. */
export function useStandingDialog(): { ask: (lead: Lead) => void; dialog: ReactNode } {
  const [asked, setAsked] = useState<Lead>();
  const change = useChangeStanding();
  const close = () => setAsked(undefined);

  function confirm({ id, name, shutOut }: Lead) {
    if (change.isPending) return;
    const now = shutOut ? words.letInDone : words.shutOutDone;
    const failed = shutOut ? words.letInFailed : words.shutOutFailed;
    change.mutate(
      { leadId: id, shutOut: !shutOut },
      {
        onSuccess: () => toast({ title: now.title, description: now.text(name) }),
        onError: (error) => toastFailure(error, failed.title, failed.text),
        // Before the toast is looked at: an open dialog would lie over it.
        onSettled: close,
      },
    );
  }

  const dialog = asked && (
    <Dialog
      title={asked.shutOut ? words.letInTitle(asked.name) : words.shutOutTitle(asked.name)}
      description={asked.shutOut ? words.letInText : words.shutOutText}
      onClose={close}
    >
      <div className="flex flex-wrap justify-end gap-3 px-5 py-5 sm:px-8">
        <Button look="quiet" onClick={close}>
          {messages.common.cancel}
        </Button>
        <Button pending={change.isPending} disabled={change.isPending} onClick={() => confirm(asked)}>
          {asked.shutOut ? words.letIn : words.shutOut}
        </Button>
      </div>
    </Dialog>
  );
  return { ask: setAsked, dialog };
}
