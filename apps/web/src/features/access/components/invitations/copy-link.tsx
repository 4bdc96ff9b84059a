import type { Invitation } from '@secure-preview/contracts';
import { useState } from 'react';
import { Button } from '../../../../components/ui/button.js';
import { Dialog } from '../../../../components/ui/dialog.js';
import { Field, Input } from '../../../../components/ui/field.js';
import { toastFailure } from '../../../../components/ui/toast/toast-failure.js';
import { toast } from '../../../../components/ui/toast/toast-store.js';
import { useAccessPageMessages } from '../../../../messages/access-page/use-access-page-messages.js';
import { useReadLink } from '../../api/invitations.js';

/** Copies the link of an invitation. Where the browser refuses, shows it in a field. */
export function CopyLink({ invitation }: { invitation: Invitation }) {
  const messages = useAccessPageMessages();
  const t = messages.access.invitations;
  const { email } = invitation;
  const read = useReadLink();
  const [shownUrl, setShownUrl] = useState<string>();

  async function copy(url: string) {
    try {
      // Absent on pages without HTTPS.
      await navigator.clipboard.writeText(url);
      toast({ title: t.copiedTitle, description: t.copiedText(email) });
    } catch {
      setShownUrl(url);
    }
  }
  const start = () =>
    read.mutate(invitation, {
      onSuccess: (url) => void copy(url),
      onError: (error) => toastFailure(error, t.copyFailed.title, t.copyFailed.text, messages),
    });

  return (
    <>
      <Button
        variant="secondary"
        aria-label={t.copyOf(email)}
        pending={read.isPending}
        disabled={read.isPending}
        onClick={start}
        className="min-h-10! px-3.5! py-1.5! text-sm! whitespace-nowrap"
      >
        {t.copy}
      </Button>
      {shownUrl !== undefined && (
        <Dialog title={t.linkTitle} description={t.linkText(email)} onClose={() => setShownUrl(undefined)}>
          <div className="px-5 py-6 sm:px-8">
            <Field label={t.link}>
              {(control) => (
                <Input
                  {...control}
                  readOnly
                  dir="ltr"
                  value={shownUrl}
                  onFocus={(event) => event.target.select()}
                />
              )}
            </Field>
          </div>
        </Dialog>
      )}
    </>
  );
}
