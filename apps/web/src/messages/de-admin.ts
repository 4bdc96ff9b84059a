import { deAccessPage } from './access-page/de.js';
import type { AdminTranslation } from './admin-translation.js';
import { deAudiencePage } from './audience-page/de.js';
import { deLeaksPage } from './leaks-page/de.js';
import { deLivePage } from './live-page/de.js';
import { deSettingsPage } from './settings-page/de.js';
import { deUploadPage } from './upload-page/de.js';
import { deAdminErrors } from './upload-page/de-errors.js';

/** German texts of the admin area. */
export const deAdmin: AdminTranslation = {
  ...deAdminErrors,
  ...deUploadPage,
  ...deAccessPage,
  ...deAudiencePage,
  ...deLivePage,
  ...deLeaksPage,
  ...deSettingsPage,
  uploadLibrary: async () => (await import('./upload-library/de.js')).deUploadLibrary,
};
