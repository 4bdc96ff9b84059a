import { AccessScreen } from '../features/access/components/access-screen.js';
import type { AdminAreaPageProps } from './admin-area-page.js';

/** Who may enter: gate, invitations, requests and blocks (docs/product.md#upload-page). */
export default function AccessPage(props: AdminAreaPageProps) {
  return <AccessScreen {...props} />;
}
