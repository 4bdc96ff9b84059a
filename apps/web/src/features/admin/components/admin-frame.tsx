import { authRoutes } from '@secure-preview/contracts';
import { ArrowLeft, LogOut } from 'lucide-react';
import { type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { SiteHeader } from '../../../components/layout/site-header.js';
import { buttonVariants } from '../../../components/ui/button.js';
import { forgetVisitor } from '../../../lib/memory/forget-visitor.js';
import { useUploadPageMessages } from '../../../messages/upload-page/use-upload-page-messages.js';

/** A page of the admin area in the navigation. */
interface AdminLink {
  path: string;
  label: string;
}

interface AdminFrameProps {
  links: readonly AdminLink[];
  /** Path of the page that is shown, as in its link. */
  current: string;
  /** Path at which it is shown: that of its link, or one below it. */
  location: string;
  /** Opens another page of the portal in this tab. */
  onLeave: (to: string) => void;
  /** @returns false to have the browser follow the link instead */
  onSignOut: () => boolean;
  children: ReactNode;
}

/** `MouseEvent.button` of a click that opens a link in another tab. */
const MIDDLE_BUTTON = 1;

/** Returns whether a click opens the link in another tab or window. */
const opensNewTab = ({ metaKey, ctrlKey, shiftKey }: MouseEvent) => metaKey || ctrlKey || shiftKey;

/** Header and navigation of the admin area, around one of its pages (docs/product.md#upload-page). */
export function AdminFrame({ links, current, location, onLeave, onSignOut, children }: AdminFrameProps) {
  const t = useUploadPageMessages();
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever another page is shown
  useLayoutEffect(() => {
    // Lets the heading of the page take the focus, as on a new screen (`useDocumentTitle`).
    const link = document.activeElement;
    if (link instanceof HTMLElement && nav.current?.contains(link)) link.blur();
  }, [location]);
  const follow = (to: string) => (event: MouseEvent<HTMLAnchorElement>) => {
    if (opensNewTab(event)) return;
    event.preventDefault();
    onLeave(to);
  };
  const navigation = (
    <nav ref={nav} aria-label={t.adminArea.label} className="mx-auto max-w-[90rem] px-2 sm:px-6">
      <ul className="flex flex-wrap gap-x-1">
        {links.map(({ path, label }) => (
          <li key={path}>
            <a
              href={path}
              aria-current={path === current ? 'page' : undefined}
              onClick={follow(path)}
              className="inline-flex min-h-11 items-center border-b-2 border-transparent px-2.5 text-[0.95rem] font-medium text-muted hover:text-foreground aria-[current=page]:border-primary aria-[current=page]:text-foreground"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
  return (
    <div className="flex min-h-dvh flex-col">
      <SiteHeader navigation={navigation}>
        <a
          href="/"
          className={buttonVariants('quiet', 'px-3 max-[26rem]:px-1.5 max-[26rem]:text-sm')}
          onClick={follow('/')}
        >
          <ArrowLeft className="size-4.5 max-[26rem]:hidden" aria-hidden="true" />
          {t.admin.back}
        </a>
        <a
          href={authRoutes.logoutLink.path}
          className={buttonVariants('quiet', 'px-3 max-[26rem]:px-1.5 max-[26rem]:text-sm')}
          onClick={(event) => {
            // Runs first: if the browser follows the link itself, no script runs afterwards.
            forgetVisitor();
            if (!opensNewTab(event) && onSignOut()) event.preventDefault();
          }}
          onAuxClick={({ button }) => button === MIDDLE_BUTTON && forgetVisitor()}
        >
          <LogOut className="size-4.5 max-[26rem]:hidden" aria-hidden="true" />
          {t.admin.signOut}
        </a>
      </SiteHeader>
      {children}
    </div>
  );
}
