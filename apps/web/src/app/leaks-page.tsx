import { LeaksScreen } from '../features/leaks/components/leaks-screen.js';
import { ClipSection } from '../features/upload/components/clip-section.js';
import { useWorkInProgress } from '../features/upload/lib/uploads-in-progress.js';
import type { AdminAreaPageProps } from './admin-area-page.js';

/** Whose copy a found clip shows: the list of cases, and the report on one (docs/product.md#leaks). */
export default function LeaksPage(props: AdminAreaPageProps) {
  const isUploading = useWorkInProgress('clip');
  return (
    <LeaksScreen
      {...props}
      isUploading={isUploading}
      renderUpload={(onCreated) => <ClipSection onCreated={onCreated} />}
    />
  );
}
