import type { WebhookOutcome } from '@secure-preview/contracts';
import { Button } from '../../../../components/ui/button.js';
import { LoadFailed, Loading } from '../../../../components/ui/load-states.js';
import { toastFailure } from '../../../../components/ui/toast/toast-failure.js';
import { formatsOf, timeZoneName } from '../../../../lib/formats.js';
import { useSettingsPageMessages } from '../../../../messages/settings-page/use-settings-page-messages.js';
import { useWebhookStatus } from '../../api/webhook.js';
import { outcomeText } from '../../lib/webhook-text.js';

/** Sends a test, and shows its outcome and those of the last deliveries. */
export function WebhookTest({ url }: { url: string }) {
  const messages = useSettingsPageMessages();
  const t = messages.settings.webhook;
  const zone = timeZoneName(messages.locale);
  const { status, test } = useWebhookStatus(url);
  const outcomes =
    status.data && (Object.entries(status.data) as [keyof typeof t.outcomes, WebhookOutcome | null][]);
  const known = outcomes?.filter(([, outcome]) => outcome !== null) ?? [];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start justify-items-start gap-3">
      <Button
        variant="secondary"
        pending={test.isPending}
        disabled={test.isPending}
        onClick={() =>
          test.mutate(undefined, {
            onError: (error) => toastFailure(error, t.testFailedTitle, t.testFailedText, messages),
          })
        }
      >
        {t.test}
      </Button>
      {status.isPending ? (
        <Loading />
      ) : !status.data ? (
        <LoadFailed text={t.statusFailed} query={status} />
      ) : (
        <div role="status" className="w-full text-[0.95rem]">
          {known.length === 0 && <p className="text-muted">{t.nothing}</p>}
          {known.length > 0 && zone && (
            <p className="mb-2.5 text-sm text-muted">{messages.settings.history.zoneNote(zone)}</p>
          )}
          <dl className="grid gap-2.5">
            {known.map(([name, outcome]) => (
              <div key={name} className="grid grid-cols-[minmax(0,1fr)] [overflow-wrap:anywhere]">
                <dt className="text-sm text-muted">{t.outcomes[name]}</dt>
                <dd>
                  {outcome && <span className="block">{outcomeText(outcome, messages)}</span>}
                  {outcome && (
                    <time dateTime={outcome.at} className="block text-sm text-muted">
                      {formatsOf(messages.locale).date.format(Date.parse(outcome.at))}
                    </time>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </div>
  );
}
