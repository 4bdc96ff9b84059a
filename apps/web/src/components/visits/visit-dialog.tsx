import { type ReactNode, useState } from 'react';
import { useChangeVisit } from '../../lib/api/visits.js';
import { useUploadPageMessages } from '../../messages/upload-page/use-upload-page-messages.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { toastFailure } from '../ui/toast/toast-failure.js';
import { toast } from '../ui/toast/toast-store.js';

/** A visit and whether it was ended. */
export interface ChangeableVisit {
  /** Id of the visit. */
  id: string;
  name: string;
  visitEnded?: boolean | undefined;
}

/**
 * Confirms before a visit is ended or allowed again, then reports the outcome.
 *
 * @param onChanged called once the server has confirmed a change
 */
export function useVisitDialog(onChanged: (leadId: string, visitEnded: boolean) => void): {
  open: (visit: ChangeableVisit) => void;
  dialog: ReactNode;
} {
  const messages = useUploadPageMessages();
  const t = messages.admin.leads;
  const [visit, setVisit] = useState<ChangeableVisit>();
  const change = useChangeVisit();
  const close = () => setVisit(undefined);

  function confirm({ id, name, visitEnded }: ChangeableVisit) {
    if (change.isPending) return;
    const success = visitEnded ? t.allowVisitDone : t.endVisitDone;
    const failure = visitEnded ? t.allowVisitFailed : t.endVisitFailed;
    change.mutate(
      { leadId: id, visitEnded: !visitEnded },
      {
        onSuccess: () => {
          onChanged(id, !visitEnded);
          toast({ title: success.title, description: success.text(name) });
        },
        onError: (error) => toastFailure(error, failure.title, failure.text, messages),
        // Closes before the toast appears, because the dialog would cover it.
        onSettled: close,
      },
    );
  }

  const dialog = visit && (
    <Dialog
      title={visit.visitEnded ? t.allowVisitTitle(visit.name) : t.endVisitTitle(visit.name)}
      description={visit.visitEnded ? t.allowVisitText : t.endVisitText}
      onClose={close}
    >
      <div className="flex flex-wrap justify-end gap-3 px-5 py-5 sm:px-8">
        <Button variant="quiet" onClick={close}>
          {messages.common.cancel}
        </Button>
        <Button pending={change.isPending} disabled={change.isPending} onClick={() => confirm(visit)}>
          {visit.visitEnded ? t.allowVisit : t.endVisit}
        </Button>
      </div>
    </Dialog>
  );
  return { open: setVisit, dialog };
}
