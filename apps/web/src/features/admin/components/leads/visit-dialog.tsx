import type { Lead } from '@secure-preview/contracts';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../../components/ui/button.js';
import { Dialog } from '../../../../components/ui/dialog.js';
import { toastFailure } from '../../../../components/ui/toast/toast-failure.js';
import { toast } from '../../../../components/ui/toast/toast-store.js';
import { useMessages } from '../../../../messages/use-messages.js';
import { useChangeVisit } from '../../api/leads.js';

/** Confirms before a visit is ended or allowed again, then reports the outcome. */
export function useVisitDialog(): { ask: (lead: Lead) => void; dialog: ReactNode } {
  const messages = useMessages();
  const t = messages.admin.leads;
  const [asked, setAsked] = useState<Lead>();
  const change = useChangeVisit();
  const close = () => setAsked(undefined);

  function confirm({ id, name, visitEnded }: Lead) {
    if (change.isPending) return;
    const now = visitEnded ? t.allowVisitDone : t.endVisitDone;
    const failed = visitEnded ? t.allowVisitFailed : t.endVisitFailed;
    change.mutate(
      { leadId: id, visitEnded: !visitEnded },
      {
        onSuccess: () => toast({ title: now.title, description: now.text(name) }),
        onError: (error) => toastFailure(error, failed.title, failed.text, messages),
        // Closes before the toast appears, which an open dialog would cover.
        onSettled: close,
      },
    );
  }

  const dialog = asked && (
    <Dialog
      title={asked.visitEnded ? t.allowVisitTitle(asked.name) : t.endVisitTitle(asked.name)}
      description={asked.visitEnded ? t.allowVisitText : t.endVisitText}
      onClose={close}
    >
      <div className="flex flex-wrap justify-end gap-3 px-5 py-5 sm:px-8">
        <Button variant="quiet" onClick={close}>
          {messages.common.cancel}
        </Button>
        <Button pending={change.isPending} disabled={change.isPending} onClick={() => confirm(asked)}>
          {asked.visitEnded ? t.allowVisit : t.endVisit}
        </Button>
      </div>
    </Dialog>
  );
  return { ask: setAsked, dialog };
}
