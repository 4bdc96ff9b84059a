import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { audienceQuery } from '../../../lib/api/audience.js';
import { useWatchingNow } from '../../../lib/api/watching-now.js';
import { AUDIENCE_PATH } from '../../../lib/audience-paths.js';
import { formatsOf } from '../../../lib/formats.js';
import { useUploadPageMessages } from '../../../messages/upload-page/use-upload-page-messages.js';

/** Who came, in one line. Its height is reserved, so that the page does not move when the line appears. */
export function AudienceLine({ unlocked }: { unlocked: boolean }) {
  const messages = useUploadPageMessages();
  const t = messages.admin.audienceLine;
  const { number } = formatsOf(messages.locale);
  const { data } = useQuery({ ...audienceQuery(), enabled: unlocked });
  const live = useWatchingNow(unlocked);
  const parts = data && [
    t.people(data.people, number.format(data.people)),
    t.finished(number.format(data.finished)),
    ...(live === undefined ? [] : [t.live(number.format(live.watching))]),
  ];
  return (
    <p className="min-h-6 text-muted tabular-nums max-sm:basis-full">
      {parts && (
        <Link
          href={AUDIENCE_PATH}
          className="underline decoration-primary/50 underline-offset-4 hover:text-foreground hover:decoration-primary-bright"
        >
          {parts.join(' · ')}
        </Link>
      )}
    </p>
  );
}
