import { useQuery } from '@tanstack/react-query';
import { useMessages } from '../../../messages/use-messages.js';

/** Prefix of the query keys of sanitised descriptions. */
export const DESCRIPTION_HTML_KEY = ['description-html'] as const;

/** Shows the description with the administrator's markup and alignment. */
export function DescriptionText({ description }: { description: string }) {
  const t = useMessages();
  // A query loads the sanitiser in parallel with the video, and only when needed.
  const { data: html } = useQuery({
    queryKey: [...DESCRIPTION_HTML_KEY, description],
    queryFn: async () => (await import('../lib/description-html.js')).safeDescriptionHtml(description),
    // Without the sanitiser's script no description can be shown.
    retry: 3,
  });
  return (
    <section aria-label={t.preview.descriptionLabel} className="min-h-20 min-w-0">
      {html !== undefined && (
        <div
          dir="auto"
          className="rich-text text-[1.02rem] leading-relaxed text-pretty [overflow-wrap:anywhere] sm:text-[1.08rem]"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised to an allow-list just above
          dangerouslySetInnerHTML={{ __html: html }}
        />
      )}
    </section>
  );
}
