import { useInfiniteQuery } from '@tanstack/react-query';
import { ListEnd } from '../../../components/lists/list-end.js';
import { LoadFailed } from '../../../components/ui/load-states.js';
import { formatsOf, timeZoneName } from '../../../lib/formats.js';
import { useSettingsPageMessages } from '../../../messages/settings-page/use-settings-page-messages.js';
import { unsentMailsQuery } from '../api/unsent-mails.js';
import { unsentReason, unsentTitle } from '../lib/unsent-mail-text.js';

/** Lists alerts and codes that were not sent. Shows nothing if there are none. */
export function UnsentMails() {
  const messages = useSettingsPageMessages();
  const t = messages.settings;
  const { number, date } = formatsOf(messages.locale);
  const query = useInfiniteQuery(unsentMailsQuery);
  const mails = query.data?.pages.flatMap((page) => page.mails) ?? [];
  const total = query.data?.pages.at(-1)?.total;
  if (query.isLoadingError) return <LoadFailed text={t.unsentMails.failed} query={query} />;
  if (!total) return null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5 text-[0.95rem] [overflow-wrap:anywhere]">
      <p className="font-medium text-destructive">{t.unsentMails.title(number.format(total))}</p>
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
      {total > mails.length && (
        <ListEnd
          shown={mails.length}
          total={total}
          hasMore={query.hasNextPage}
          isLoadingMore={query.isFetchingNextPage}
          onMore={() => void query.fetchNextPage()}
        />
      )}
      <p className="text-sm text-muted">{t.history.zoneNote(timeZoneName(messages.locale) ?? '')}</p>
    </div>
  );
}
