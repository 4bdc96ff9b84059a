import { useQuery } from '@tanstack/react-query';
import { useMessages } from '../../../messages/use-messages.js';

/** Prefix of the query keys that sanitise a description. */
export const DESCRIPTION_HTML_KEY = ['description-html'] as const;

/** The description with the administrator's markup and alignment. */
export function DescriptionText({ description }: { description: string }) {
  const t = useMessages();
  // A query, so that the sanitiser loads in parallel with the video, and only when needed.
  const { data: html } = useQuery({
    queryKey: [...DESCRIPTION_HTML_KEY, description],
    queryFn: async () => (await import('../lib/description-html.js')).safeDescriptionHtml(description),
    // Loads a script, not data: without it there is no description at all.
    retry: 3,
  });
  return (
    <section aria-label={t.preview.descriptionLabel} className="min-h-20 min-w-0">
      {html !== undefined && (
        <div
          className="rich-text text-[1.02rem] leading-relaxed text-pretty [overflow-wrap:anywhere] sm:text-[1.08rem]"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised to an allow-list just above
          dangerouslySetInnerHTML={{ __html: html }}
        />
      )}
    </section>
  );
}
