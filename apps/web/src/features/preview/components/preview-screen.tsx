import type { AuthStatus } from '@secure-preview/contracts';
import { type UseQueryResult, useIsFetching, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { LogOut, ShieldCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { SiteFooter } from '../../../components/layout/site-footer.js';
import { SiteHeader } from '../../../components/layout/site-header.js';
import { Button } from '../../../components/ui/button.js';
import { activeTrailerQuery } from '../../../lib/api/active-trailer.js';
import { previewTextsQuery } from '../../../lib/api/portal-config.js';
import { hasCode } from '../../../lib/http-error.js';
import { useDocumentTitle } from '../../../lib/use-document-title.js';
import { en, type Messages } from '../../../messages/en.js';
import { useMessages } from '../../../messages/use-messages.js';
import { useLogout } from '../api/logout.js';
import { useAccessLog } from '../api/viewing.js';
import type { OnAccessLost } from '../lib/access-lost.js';
import { DESCRIPTION_HTML_KEY } from './description-text.js';
import { TrailerArea } from './trailer-area.js';
import { TrailerDetails } from './trailer-details.js';
import { DetailsSkeleton } from './trailer-skeleton.js';

export interface PreviewScreenProps {
  viewer: AuthStatus['viewer'];
  onAccessLost: OnAccessLost;
  /** Shown above the trailer, for the administrator. */
  notice?: ReactNode;
}

/** Shows the trailer screen (docs/product.md#trailer-page). */
export default function PreviewScreen({ viewer, onAccessLost, notice }: PreviewScreenProps) {
  const messages = useMessages();
  const t = messages.preview;
  const { data: texts, isPending: isTextPending } = useQuery(previewTextsQuery);
  const query = useQuery(activeTrailerQuery);
  const trailer = query.data;
  const isDescriptionPending = useIsFetching({ queryKey: DESCRIPTION_HTML_KEY }) > 0;
  const [duration, setDuration] = useState<{ trailerId: string; seconds: number }>();
  const logout = useLogout();
  useAccessLog();
  const fallbackTitle = texts?.fallbackTitle || t.fallbackTitle;
  const title = trailer && (trailer.title || fallbackTitle);
  // Focuses the main element, because the heading comes after the player in the tab order.
  const main = useDocumentTitle<HTMLElement>(title ?? stateTitle(query, t));

  return (
    <div className="flex min-h-dvh flex-col">
      <SiteHeader>
        <span className="inline-flex items-center gap-2 rounded-full border border-success/40 bg-success/10 px-3 py-1.5 text-sm text-success max-[26rem]:px-2 max-[26rem]:py-0.5 max-[26rem]:text-xs max-[21.5rem]:px-1.5">
          <ShieldCheck className="size-4 max-[26rem]:hidden" aria-hidden="true" />
          {messages.brand.protectedBadge}
        </span>
        <Button
          variant="quiet"
          className="px-3 max-[26rem]:px-2"
          disabled={logout.isPending}
          onClick={() => logout.mutate()}
        >
          <LogOut className="size-4.5 max-[26rem]:hidden rtl:-scale-x-100" aria-hidden="true" />
          {messages.brand.exit}
        </Button>
      </SiteHeader>
      <main
        ref={main}
        tabIndex={-1}
        className="flex flex-1 flex-col items-center gap-6 px-3 py-6 sm:gap-8 sm:px-8 sm:py-10 low:gap-2 low:py-2"
      >
        {notice}
        <p
          dir="auto"
          className={clsx(
            'label-wide starless max-w-3xl text-center text-sm text-balance text-primary-bright sm:text-base low:text-sm',
            // Reserves its space to avoid a layout shift when the text loads. Without a text the built-in line
            // stays hidden.
            !texts && 'invisible',
          )}
        >
          {texts ? translatedHeaderLine(texts.headerLine, t) : t.conceptLine}
        </p>
        <TrailerArea
          fallbackTitle={fallbackTitle}
          watermark={viewer ? watermarkLines(viewer) : [messages.player.confidential]}
          viewerEmail={viewer?.email}
          onDuration={(seconds) => trailer && setDuration({ trailerId: trailer.id, seconds })}
          onAccessLost={onAccessLost}
        />
        {trailer && title && (
          <TrailerDetails
            title={title}
            duration={duration?.trailerId === trailer.id ? duration.seconds : undefined}
            description={trailer.description?.trim() ? trailer.description : texts?.fallbackDescription}
          />
        )}
        {query.isPending && (
          <>
            <h1 className="sr-only">{t.heading}</h1>
            <DetailsSkeleton />
          </>
        )}
      </main>
      {/* Hidden while the height of the content above can still change. */}
      <div className={clsx((query.isPending || isTextPending || isDescriptionPending) && 'invisible')}>
        <SiteFooter />
      </div>
    </div>
  );
}

/** Isolates (U+2068, U+2069) keep name and address in the order of their own scripts. */
const watermarkLines = ({ name, email, ip }: NonNullable<AuthStatus['viewer']>) => [
  `\u2068${name}\u2069\u00a0· \u2068${email}\u2069`,
  ip,
];

/** Returns the line above the trailer. The built-in line is translated, a custom line is unchanged. */
const translatedHeaderLine = (line: string, { conceptLine }: Messages['preview']): string =>
  line === en.preview.conceptLine ? conceptLine : line;

/** Returns the document title while no trailer is shown. */
function stateTitle({ isPending, error }: UseQueryResult, t: Messages['preview']): string {
  if (isPending) return t.loadingTrailer;
  return hasCode(error, 'NO_ACTIVE_TRAILER') ? t.noTrailerTitle : t.unavailableTitle;
}
