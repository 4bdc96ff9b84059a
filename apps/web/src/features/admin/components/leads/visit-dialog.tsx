import type { Lead } from '@secure-preview/contracts';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../../components/ui/button.js';
import { Dialog } from '../../../../components/ui/dialog.js';
import { toastFailure } from '../../../../components/ui/toast/toast-failure.js';
import { toast } from '../../../../components/ui/toast/toast-store.js';
import { useUploadPageMessages } from '../../../../messages/upload-page/use-upload-page-messages.js';
import { useChangeVisit } from '../../api/leads.js';

/** Confirms before a visit is ended or allowed again, then reports the outcome. */
export function useVisitDialog(): { open: (lead: Lead) => void; dialog: ReactNode } {
  const messages = useUploadPageMessages();
  const t = messages.admin.leads;
  const [lead, setLead] = useState<Lead>();
  const change = useChangeVisit();
  const close = () => setLead(undefined);

  function confirm({ id, name, visitEnded }: Lead) {
    if (change.isPending) return;
    const success = visitEnded ? t.allowVisitDone : t.endVisitDone;
    const failure = visitEnded ? t.allowVisitFailed : t.endVisitFailed;
    change.mutate(
      { leadId: id, visitEnded: !visitEnded },
      {
        onSuccess: () => toast({ title: success.title, description: success.text(name) }),
        onError: (error) => toastFailure(error, failure.title, failure.text, messages),
        // Closes before the toast appears, because the dialog would cover it.
        onSettled: close,
      },
    );
  }

  const dialog = lead && (
    <Dialog
      title={lead.visitEnded ? t.allowVisitTitle(lead.name) : t.endVisitTitle(lead.name)}
      description={lead.visitEnded ? t.allowVisitText : t.endVisitText}
      onClose={close}
    >
      <div className="flex flex-wrap justify-end gap-3 px-5 py-5 sm:px-8">
        <Button variant="quiet" onClick={close}>
          {messages.common.cancel}
        </Button>
        <Button pending={change.isPending} disabled={change.isPending} onClick={() => confirm(lead)}>
          {lead.visitEnded ? t.allowVisit : t.endVisit}
        </Button>
      </div>
    </Dialog>
  );
  return { open: setLead, dialog };
}
