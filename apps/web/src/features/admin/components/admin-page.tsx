import type { ReactNode } from 'react';
import { AdminMain } from '../../../components/layout/admin-main.js';
import type { RenderBlockDialog } from '../../../lib/block-dialog.js';
import type { Success } from '../../../lib/redirect-toast.js';
import { useUploadPageMessages } from '../../../messages/upload-page/use-upload-page-messages.js';
import { AudienceLine } from './audience-line.js';
import { ChangePasswordSection } from './change-password-section.js';
import { DescriptionSection } from './description-section.js';
import { LeadsSection } from './leads/leads-section.js';
import { LEADS_ID, Summary } from './summary.js';

interface AdminPageProps {
  /** False while the page is hidden: another one is shown, or the password is required again. Keeps the input. */
  unlocked: boolean;
  /** Shown above the sections. */
  notice?: ReactNode;
  /** Sections 1 and 2. */
  uploads: ReactNode;
  /** Shown below the description, which belongs to the same trailer. */
  captions: ReactNode;
  /** List of uploaded trailers. */
  versions: ReactNode;
  /** Dialog of the list of leads. */
  renderBlockDialog: RenderBlockDialog;
  /** Called after a save that changes the preview. */
  onSaved: (success: Success) => void;
}

/** The sections of the upload page (docs/product.md#upload-page). */
export function AdminPage({
  unlocked,
  notice,
  uploads,
  captions,
  versions,
  renderBlockDialog,
  onSaved,
}: AdminPageProps) {
  const t = useUploadPageMessages().admin;
  return (
    <AdminMain title={t.title} shown={unlocked} aside={<AudienceLine unlocked={unlocked} />}>
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
        <LeadsSection unlocked={unlocked} renderBlockDialog={renderBlockDialog} />
      </div>
    </AdminMain>
  );
}
