import { AudienceScreen } from '../features/audience/components/audience-screen.js';
import type { AdminAreaPageProps } from './admin-area-page.js';

/** Who watched how much: overview, people, one person, engagement of a version (docs/product.md#audience). */
export default function AudiencePage(props: AdminAreaPageProps) {
  return <AudienceScreen {...props} />;
}
