import { LiveScreen } from '../features/live/components/live-screen.js';
import type { AdminAreaPageProps } from './admin-area-page.js';

/** Who is watching now (docs/product.md#live). */
export default function LivePage(props: AdminAreaPageProps) {
  return <LiveScreen {...props} />;
}
