import { useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.js';
import { Dialog } from '../../../components/ui/dialog.js';
import { toastFailure } from '../../../components/ui/toast/toast-failure.js';
import { toast } from '../../../components/ui/toast/toast-store.js';
import { useSettingsPageMessages } from '../../../messages/settings-page/use-settings-page-messages.js';
import { useAskTermsAgain, useWithdrawTermsAgain } from '../api/settings.js';
import { askedText } from '../lib/setting-text.js';
import type { SettingsEditor } from '../lib/use-settings-form.js';

/** Requires every visitor to accept the terms again, after a confirmation, or withdraws this. */
export function AskAgain({ form }: { form: SettingsEditor }) {
  const messages = useSettingsPageMessages();
  const t = messages.settings.askAgain;
  const ask = useAskTermsAgain();
  const withdrawal = useWithdrawTermsAgain();
  const askButton = useRef<HTMLButtonElement>(null);
  const [isConfirming, setConfirming] = useState(false);
  const { values, locked } = form.settings;
  const isLocked = locked.includes('termsAskedAt');
  const isUnsaved = form.changed.length > 0;

  function confirm() {
    ask.mutate(undefined, {
      onSuccess: () => toast({ title: t.doneTitle, description: t.doneText }),
      onError: (error) => toastFailure(error, t.failedTitle, t.failedText, messages),
      onSettled: () => setConfirming(false),
    });
  }

  function withdraw() {
    withdrawal.mutate(undefined, {
      onSuccess: () => {
        toast({ title: t.withdrawnTitle, description: t.withdrawnText });
        // The button that had the focus disappears.
        askButton.current?.focus();
      },
      onError: (error) => toastFailure(error, t.withdrawFailedTitle, t.failedText, messages),
    });
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-2.5 border-t border-line pt-5">
      <h3 className="font-medium">{messages.settings.names.termsAskedAt}</h3>
      <p className="text-[0.95rem] text-muted">{t.text}</p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p role="status" className="text-[0.95rem]">
          {askedText(values.termsAskedAt, messages)}
        </p>
        {values.termsAskedAt !== null && (
          <Button
            variant="quiet"
            pending={withdrawal.isPending}
            disabled={isUnsaved || withdrawal.isPending}
            onClick={withdraw}
          >
            {t.withdraw}
          </Button>
        )}
      </div>
      <Button
        ref={askButton}
        variant="secondary"
        disabled={isLocked || isUnsaved}
        onClick={() => setConfirming(true)}
      >
        {t.button}
      </Button>
      {(isLocked || isUnsaved) && (
        <p className="text-sm text-muted">{isLocked ? messages.settings.locked : t.saveFirst}</p>
      )}
      {isConfirming && (
        <Dialog title={t.dialogTitle} description={t.dialogText} onClose={() => setConfirming(false)}>
          <div className="flex flex-wrap justify-end gap-3 px-5 py-5 sm:px-8">
            <Button variant="quiet" onClick={() => setConfirming(false)}>
              {messages.common.cancel}
            </Button>
            <Button pending={ask.isPending} disabled={ask.isPending} onClick={confirm}>
              {t.confirm}
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}
