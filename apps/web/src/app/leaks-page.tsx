import { LeaksScreen } from '../features/leaks/components/leaks-screen.js';
import { ClipSection } from '../features/upload/components/clip-section.js';
import type { AdminAreaPageProps } from './admin-area-page.js';

/** Whose copy a found clip shows: the list of cases, and the report on one (docs/product.md#leaks). */
export default function LeaksPage(props: AdminAreaPageProps) {
  return <LeaksScreen {...props} renderUpload={(onCreated) => <ClipSection onCreated={onCreated} />} />;
}
