import type { LeakCaseWithPeople } from '@secure-preview/contracts';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { Button } from '../../../../components/ui/button.js';
import { Dialog } from '../../../../components/ui/dialog.js';
import { toastFailure } from '../../../../components/ui/toast/toast-failure.js';
import { toast } from '../../../../components/ui/toast/toast-store.js';
import { hasCode } from '../../../../lib/http-error.js';
import { LEAKS_PATH } from '../../../../lib/leak-paths.js';
import { useLeaksPageMessages } from '../../../../messages/leaks-page/use-leaks-page-messages.js';
import { useRemoveLeak } from '../../api/leaks.js';

/** A button that deletes a case, after confirmation. */
export function DeleteCase({ found: { id, fileName } }: { found: LeakCaseWithPeople }) {
  const messages = useLeaksPageMessages();
  const t = messages.leaks.remove;
  const [isOpen, setOpen] = useState(false);
  const [, navigate] = useLocation();
  const remove = useRemoveLeak();
  const leave = () => {
    navigate(LEAKS_PATH);
    toast({ title: t.done.title, description: t.done.text(fileName) });
  };
  const confirm = () =>
    remove.mutate(id, {
      onSuccess: leave,
      onError: (error) => {
        setOpen(false);
        // Somebody else has deleted it.
        if (hasCode(error, 'LEAK_CASE_NOT_FOUND')) leave();
        else toastFailure(error, t.failed.title, t.failed.text, messages);
      },
    });
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        <Trash2 className="size-4.5" aria-hidden="true" />
        {t.button}
      </Button>
      {isOpen && (
        <Dialog title={t.title(fileName)} description={t.text} onClose={() => setOpen(false)}>
          <div className="flex flex-wrap justify-end gap-3 px-5 py-5 sm:px-8">
            <Button variant="quiet" onClick={() => setOpen(false)}>
              {messages.common.cancel}
            </Button>
            <Button pending={remove.isPending} disabled={remove.isPending} onClick={confirm}>
              {t.confirm}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
