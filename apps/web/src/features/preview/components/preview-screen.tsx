import type { AuthStatus } from '@secure-preview/contracts';
import { useQuery } from '@tanstack/react-query';
import { LogOut, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { SiteFooter } from '../../../components/layout/site-footer.js';
import { SiteHeader } from '../../../components/layout/site-header.js';
import { Button } from '../../../components/ui/button.js';
import { usePortalConfig } from '../../../lib/api/portal-config.js';
import { activeTrailerQuery } from '../../../lib/api/trailers.js';
import { useScreen } from '../../../lib/screen.js';
import { messages } from '../../../messages/index.js';
import { useLogout } from '../api/logout.js';
import { useAccessLog } from '../api/viewing.js';
import { DescriptionCard } from './description-card.js';
import { TrailerArea } from './trailer-area.js';

export interface PreviewScreenProps {
  viewer: AuthStatus['viewer'];
  onSessionExpired: () => void;
  /** Above the trailer, for the administrator. */
  notice?: ReactNode;
}

/** The trailer screen (spec section 2). */
export default function PreviewScreen({ viewer, onSessionExpired, notice }: PreviewScreenProps) {
  const { data: config } = usePortalConfig();
  const { data: trailer } = useQuery(activeTrailerQuery);
  const logout = useLogout();
  useAccessLog();
  const fallbackTitle = config?.fallbackTitle || messages.fallbackMovie.title;
  const title = trailer?.title || fallbackTitle;
  // Not the heading: it stands below the player, and the player comes first for the keyboard too.
  const main = useScreen<HTMLElement>(title);

  return (
    <div className="flex min-h-dvh flex-col">
      <SiteHeader>
        <span className="inline-flex items-center gap-2 rounded-full border border-calm/40 bg-calm/10 px-3 py-1.5 text-sm text-calm max-[26rem]:px-2.5">
          <ShieldCheck className="size-4 max-[26rem]:hidden" aria-hidden="true" />
          {messages.brand.protectedBadge}
        </span>
        <Button
          look="quiet"
          className="px-3 max-[26rem]:px-2"
          disabled={logout.isPending}
          onClick={() => logout.mutate()}
        >
          <LogOut className="size-4.5 max-[26rem]:hidden" aria-hidden="true" />
          {messages.brand.exit}
        </Button>
      </SiteHeader>
      <main
        ref={main}
        tabIndex={-1}
        className="flex flex-1 flex-col items-center gap-6 px-3 py-6 sm:gap-8 sm:px-8 sm:py-10 low:gap-2 low:py-2"
      >
        {notice}
        <p className="label-wide max-w-3xl text-center text-sm text-balance text-lamp-bright sm:text-base low:text-sm">
          {config?.headerLine ?? messages.preview.conceptLine}
        </p>
        <TrailerArea
          fallbackTitle={fallbackTitle}
          watermark={
            viewer ? [`${viewer.name} · ${viewer.email}`, viewer.ip] : [messages.player.confidential]
          }
          onSessionExpired={onSessionExpired}
        />
        <h1 className="title-wide max-w-4xl low:my-6 text-center text-[clamp(1.5rem,3.6vw,2.6rem)] [overflow-wrap:anywhere]">
          {title}
        </h1>
        <DescriptionCard
          description={trailer?.description ?? null}
          fallback={config?.fallbackDescription ?? ''}
        />
      </main>
      <SiteFooter />
    </div>
  );
}
