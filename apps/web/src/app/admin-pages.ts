import { lazyComponent } from '../lib/lazy-component.js';
import { LEAKS_PATH } from '../lib/leak-paths.js';
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
  // Each case has a page of its own, such as /upload/leaks/<id>.
  {
    path: LEAKS_PATH,
    name: 'leaks',
    hasSubpages: true,
    Page: lazyComponent(() => import('./leaks-page.js')),
  },
  { path: '/upload/access', name: 'access', Page: lazyComponent(() => import('./access-page.js')) },
  { path: '/upload/settings', name: 'settings', Page: lazyComponent(() => import('./settings-page.js')) },
] as const satisfies readonly {
  path: `${typeof UPLOAD_PATH}/${string}`;
  name: keyof AllMessages['adminArea']['pages'];
  hasSubpages?: boolean;
  Page: React.ComponentType<AdminAreaPageProps>;
}[];

/** Returns the page of the admin area at a path; undefined for the upload page and unknown paths. */
export const adminPageAt = (path: string) =>
  adminPages.find(
    (page) =>
      page.path === path ||
      ('hasSubpages' in page &&
        path.startsWith(`${page.path}/`) &&
        !path.includes('/', page.path.length + 1)),
  );
