import { unsentMailsRoutes } from '@secure-preview/contracts';
import { useQuery } from '@tanstack/react-query';
import { LoadFailed } from '../../../components/ui/load-states.js';
import { formatsOf, timeZoneName } from '../../../lib/formats.js';
import { reader } from '../../../lib/query-client.js';
import { useSettingsPageMessages } from '../../../messages/settings-page/use-settings-page-messages.js';
import { unsentReason, unsentTitle } from '../lib/unsent-mail-text.js';

/** Lists alerts and codes that were not sent. Shows nothing if there are none. */
export function UnsentMails() {
  const messages = useSettingsPageMessages();
  const t = messages.settings;
  const { number, date } = formatsOf(messages.locale);
  const query = useQuery({
    queryKey: [unsentMailsRoutes.list.path],
    queryFn: reader(unsentMailsRoutes.list),
    staleTime: 0,
  });
  if (query.isError) return <LoadFailed text={t.unsentMails.failed} query={query} />;
  if (!query.data || query.data.total === 0) return null;
  const { total, mails } = query.data;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5 text-[0.95rem] [overflow-wrap:anywhere]">
      <p className="font-medium text-destructive">{t.unsentMails.title(number.format(total))}</p>
      {total > mails.length && (
        <p className="text-sm text-muted">{t.unsentMails.newest(number.format(mails.length))}</p>
      )}
      <ul className="grid gap-2.5">
        {mails.map((mail) => (
          <li key={mail.id}>
            <span className="block">{unsentTitle(mail, messages)}</span>
            <time dateTime={mail.at} className="block text-sm text-muted">
              {date.format(Date.parse(mail.at))}
            </time>
            <span className="block text-sm text-muted">{unsentReason(mail, messages)}</span>
            {mail.detail && (
              <span className="block text-sm text-muted">
                {t.unsentMails.serverAnswer}{' '}
                <bdi dir="ltr" lang="en">
                  {mail.detail}
                </bdi>
              </span>
            )}
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">{t.history.zoneNote(timeZoneName(messages.locale) ?? '')}</p>
    </div>
  );
}
