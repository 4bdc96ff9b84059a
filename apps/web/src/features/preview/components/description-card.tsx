import { useQuery } from '@tanstack/react-query';
import { panelLook } from '../../../components/ui/panel.js';
import { loadAgain } from '../../../lib/load-again.js';
import { messages } from '../../../messages/index.js';

const loadSanitiser = loadAgain(() => import('../lib/description-html.js'));

interface DescriptionCardProps {
  /** Text or markup of the trailer; null when it has none. */
  description: string | null;
  fallback: string;
}

/** What the trailer is about, as the administrator wrote and aligned it. */
export function DescriptionCard({ description, fallback }: DescriptionCardProps) {
  const text = description?.trim() ? description : fallback;
  // A query, so that the sanitiser is loaded beside the video and only with it.
  const { data: html } = useQuery({
    queryKey: ['description-html', text],
    queryFn: async () => (await loadSanitiser()).safeDescriptionHtml(text),
    // A script that is fetched, not a call: without it there would be no description at all.
    retry: 3,
  });
  if (!text) return null;
  return (
    <section
      aria-label={messages.preview.descriptionLabel}
      className={`${panelLook} min-h-24 w-full max-w-4xl px-5 py-6 sm:px-10 sm:py-9`}
    >
      {html !== undefined && (
        <div
          className="rich-text text-[1.05rem] leading-relaxed text-pretty [overflow-wrap:anywhere] sm:text-lg"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised to an allow-list just above
          dangerouslySetInnerHTML={{ __html: html }}
        />
      )}
    </section>
  );
}
