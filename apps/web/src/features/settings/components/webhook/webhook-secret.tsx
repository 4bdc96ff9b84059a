import { Button } from '../../../../components/ui/button.js';
import { Field, Input } from '../../../../components/ui/field.js';
import { toastFailure } from '../../../../components/ui/toast/toast-failure.js';
import { toast } from '../../../../components/ui/toast/toast-store.js';
import { useSettingsPageMessages } from '../../../../messages/settings-page/use-settings-page-messages.js';
import { useReadWebhookSecret } from '../../api/webhook.js';

/** The button that had the focus has disappeared. */
const focus = (input: HTMLInputElement | null) => input?.focus();

/** Shows the signing secret on request, to be copied. */
export function WebhookSecret() {
  const messages = useSettingsPageMessages();
  const t = messages.settings.webhook;
  const read = useReadWebhookSecret();
  const secret = read.data?.secret;

  async function copy(text: string) {
    try {
      // Absent on pages without HTTPS.
      await navigator.clipboard.writeText(text);
      toast({ title: t.copiedTitle, description: t.copiedText });
    } catch {
      toast({ title: t.copyFailedTitle, description: t.copyFailedText, variant: 'destructive' });
    }
  }

  if (secret === undefined) {
    return (
      <div className="grid content-start justify-items-start gap-2">
        <Button
          variant="secondary"
          pending={read.isPending}
          disabled={read.isPending}
          onClick={() =>
            read.mutate(undefined, {
              onError: (error) => toastFailure(error, t.secretFailedTitle, t.secretFailedText, messages),
            })
          }
        >
          {t.showSecret}
        </Button>
        <p className="text-sm text-muted">{t.secretHint}</p>
      </div>
    );
  }
  return (
    <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      <Field label={t.secret} hint={t.secretHint}>
        {(control) => (
          <Input
            {...control}
            ref={focus}
            readOnly
            dir="ltr"
            value={secret}
            onFocus={(event) => event.target.select()}
          />
        )}
      </Field>
      <Button variant="secondary" className="sm:mt-7" onClick={() => void copy(secret)}>
        {t.copy}
      </Button>
    </div>
  );
}
