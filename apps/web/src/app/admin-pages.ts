import { lazyComponent } from '../lib/lazy-component.js';
import type { AllMessages } from '../messages/upload-page/use-upload-page-messages.js';
import type { AdminAreaPageProps } from './admin-area-page.js';

/** Path of the first page of the admin area. */
export const UPLOAD_PATH = '/upload';

/**
 * The other pages of the admin area, in the order of the navigation. Each needs a label in the catalogue, and its
 * path in `apps/gateway/src/web/static-web.ts`.
 */
export const adminPages = [
  { path: '/upload/audience', name: 'audience', Page: lazyComponent(() => import('./audience-page.js')) },
  { path: '/upload/live', name: 'live', Page: lazyComponent(() => import('./live-page.js')) },
  { path: '/upload/access', name: 'access', Page: lazyComponent(() => import('./access-page.js')) },
  { path: '/upload/settings', name: 'settings', Page: lazyComponent(() => import('./settings-page.js')) },
] as const satisfies readonly {
  path: `${typeof UPLOAD_PATH}/${string}`;
  name: keyof AllMessages['adminArea']['pages'];
  Page: React.ComponentType<AdminAreaPageProps>;
}[];
