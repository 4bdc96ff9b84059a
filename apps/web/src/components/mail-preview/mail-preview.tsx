import { type MailPreviewForm, mailPreviewsRoutes } from '@secure-preview/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { addressOf, call } from '../../lib/http-client.js';
import { hasCode, serverMessage } from '../../lib/http-error.js';
import { useDebounced } from '../../lib/use-debounced.js';
import { useUploadPageMessages } from '../../messages/upload-page/use-upload-page-messages.js';
import { LoadFailed, Loading } from '../ui/load-states.js';

const DEBOUNCE_MS = 400;

/**
 * Shows a mail with these values. The gateway serves its HTML with a content security policy of its own: that of this
 * page forbids the styles of mails.
 */
export function MailPreview({
  form,
  revision = '',
}: {
  form: MailPreviewForm;
  revision?: string | undefined;
}) {
  const messages = useUploadPageMessages();
  const t = messages.mailPreview;
  const shown = useDebounced(JSON.stringify(form), DEBOUNCE_MS);
  const query = useQuery({
    queryKey: [mailPreviewsRoutes.create.path, shown, revision],
    queryFn: ({ signal }) => call(mailPreviewsRoutes.create, { body: JSON.parse(shown) }, { signal }),
    placeholderData: keepPreviousData,
    // The gateway keeps the HTML for minutes only.
    gcTime: 0,
  });
  if (query.isPending) return <Loading />;
  if (!query.data) {
    const isLimited = hasCode(query.error, 'TOO_MANY_REQUESTS');
    const text = isLimited ? serverMessage(query.error, t.failed, messages) : t.failed;
    return <LoadFailed text={text} query={query} />;
  }
  const { id, subject, text } = query.data;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="[overflow-wrap:anywhere]">
        <span className="text-sm text-muted">{t.subject}</span> <bdi className="font-medium">{subject}</bdi>
      </p>
      <iframe
        // A new frame adds no entry to the history of the tab.
        key={id}
        title={t.frame}
        sandbox=""
        src={addressOf(mailPreviewsRoutes.html, { previewId: id })}
        className={clsx(
          'w-full rounded-control border border-line bg-white',
          // Room for logo and key art above the text.
          form.kind === 'invitation' ? 'h-[52rem]' : 'h-[28rem]',
        )}
      />
      <details>
        <summary className="w-fit cursor-pointer text-[0.95rem] text-muted">{t.text}</summary>
        <p
          dir="auto"
          className="mt-2 border-s-2 border-line ps-3 text-[0.95rem] whitespace-pre-wrap [overflow-wrap:anywhere]"
        >
          {text}
        </p>
      </details>
      <p className="text-sm text-muted">{t.note}</p>
    </div>
  );
}
