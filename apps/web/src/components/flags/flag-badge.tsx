import type { FlagKind } from '@secure-preview/contracts';
import { Flag } from 'lucide-react';
import { useUploadPageMessages } from '../../messages/upload-page/use-upload-page-messages.js';

/** Names the kind of a flag that counts. */
export function FlagBadge({ kind }: { kind: FlagKind }) {
  const t = useUploadPageMessages().admin.flagKinds;
  return (
    <span className="inline-flex items-center gap-1.5 rounded-full border border-destructive/60 bg-destructive-deep px-2 py-0.5 text-[0.75rem] leading-tight font-normal text-destructive">
      <Flag className="size-3 shrink-0" aria-hidden="true" />
      {t[kind]}
    </span>
  );
}
