import { authRoutes } from '@secure-preview/contracts';
import { ArrowLeft, LogOut } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { LanguageMenu } from '../../../components/layout/language-menu.js';
import { SiteHeader } from '../../../components/layout/site-header.js';
import { buttonVariants } from '../../../components/ui/button.js';
import { forgetVisitor } from '../../../lib/memory/forget-visitor.js';
import type { Success } from '../../../lib/redirect-toast.js';
import { useDocumentTitle } from '../../../lib/use-document-title.js';
import { useUploadPageMessages } from '../../../messages/upload-page/use-upload-page-messages.js';
import { ChangePasswordSection } from './change-password-section.js';
import { DescriptionSection } from './description-section.js';
import { LeadsSection } from './leads/leads-section.js';
import { LEADS_ID, Summary } from './summary.js';

interface AdminPageProps {
  /** False while the upload password has to be entered again. The input is preserved. */
  unlocked: boolean;
  /** Shown above the sections. */
  notice?: ReactNode;
  /** Sections 1 and 2. */
  uploads: ReactNode;
  /** Shown below the description, which belongs to the same trailer. */
  captions: ReactNode;
  /** List of uploaded trailers. */
  versions: ReactNode;
  onBack: () => void;
  /** @returns false to have the browser follow the link instead */
  onSignOut: () => boolean;
  /** Called after a save that changes the preview. */
  onSaved: (success: Success) => void;
}

/** `MouseEvent.button` of a click that opens a link in another tab. */
const MIDDLE_BUTTON = 1;

/** Returns whether a click opens the link in another tab or window. */
const opensNewTab = ({ metaKey, ctrlKey, shiftKey }: MouseEvent) => metaKey || ctrlKey || shiftKey;

/** The upload page past its gates (docs/product.md#upload-page). */
export function AdminPage({
  unlocked,
  notice,
  uploads,
  captions,
  versions,
  onBack,
  onSignOut,
  onSaved,
}: AdminPageProps) {
  const t = useUploadPageMessages().admin;
  const heading = useDocumentTitle(t.title, unlocked);
  return (
    <div className="flex min-h-dvh flex-col">
      <SiteHeader>
        <a
          href="/"
          className={buttonVariants('quiet', 'px-3 max-[26rem]:px-1.5 max-[26rem]:text-sm')}
          onClick={(event) => {
            if (opensNewTab(event)) return;
            event.preventDefault();
            onBack();
          }}
        >
          <ArrowLeft className="size-4.5 max-[26rem]:hidden" aria-hidden="true" />
          {t.back}
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
          {t.signOut}
        </a>
      </SiteHeader>
      <main className="mx-auto grid w-full max-w-[82rem] flex-1 content-start gap-5 px-3 py-6 sm:px-8 sm:py-10">
        <h1 ref={heading} tabIndex={-1} className="title-wide mb-1 px-1 text-3xl sm:text-4xl">
          {t.title}
        </h1>
        <Summary unlocked={unlocked} />
        {notice}
        <div className="grid gap-5 lg:grid-cols-2">
          {uploads}
          <ChangePasswordSection />
          <DescriptionSection unlocked={unlocked} onSaved={onSaved} />
        </div>
        {captions}
        {versions}
        <div id={LEADS_ID} className="scroll-mt-20">
          <LeadsSection unlocked={unlocked} />
        </div>
        <LanguageMenu />
      </main>
    </div>
  );
}
