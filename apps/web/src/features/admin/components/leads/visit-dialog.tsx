import type { Lead } from '@secure-preview/contracts';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../../components/ui/button.js';
import { Dialog } from '../../../../components/ui/dialog.js';
import { toastFailure } from '../../../../components/ui/toast/toast-failure.js';
import { toast } from '../../../../components/ui/toast/toast-store.js';
import { messages } from '../../../../messages/index.js';
import { useChangeVisit } from '../../api/leads.js';

const words = messages.admin.leads;

/** Confirms before a visit is ended or allowed again, then reports the outcome. */
export function useVisitDialog(): { ask: (lead: Lead) => void; dialog: ReactNode } {
  const [asked, setAsked] = useState<Lead>();
  const change = useChangeVisit();
  const close = () => setAsked(undefined);

  function confirm({ id, name, visitEnded }: Lead) {
    if (change.isPending) return;
    const now = visitEnded ? words.allowVisitDone : words.endVisitDone;
    const failed = visitEnded ? words.allowVisitFailed : words.endVisitFailed;
    change.mutate(
      { leadId: id, visitEnded: !visitEnded },
      {
        onSuccess: () => toast({ title: now.title, description: now.text(name) }),
        onError: (error) => toastFailure(error, failed.title, failed.text),
        // Closes before the toast appears, which an open dialog would cover.
        onSettled: close,
      },
    );
  }

  const dialog = asked && (
    <Dialog
      title={asked.visitEnded ? words.allowVisitTitle(asked.name) : words.endVisitTitle(asked.name)}
      description={asked.visitEnded ? words.allowVisitText : words.endVisitText}
      onClose={close}
    >
      <div className="flex flex-wrap justify-end gap-3 px-5 py-5 sm:px-8">
        <Button variant="quiet" onClick={close}>
          {messages.common.cancel}
        </Button>
        <Button pending={change.isPending} disabled={change.isPending} onClick={() => confirm(asked)}>
          {asked.visitEnded ? words.allowVisit : words.endVisit}
        </Button>
      </div>
    </Dialog>
  );
  return { ask: setAsked, dialog };
}
