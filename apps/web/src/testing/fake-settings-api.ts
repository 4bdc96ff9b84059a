import { routes, type SettingsView } from '@secure-preview/contracts';
import { answer, FakeApi } from './fake-api.js';
import { config, historyPage, statuses } from './fixtures.js';

const { read, change, history } = routes.settings;

/** Installs an API for the settings page of an uploader. @param saved returns the settings to answer with */
export const fakeSettingsApi = (saved: () => SettingsView): FakeApi =>
  new FakeApi()
    .install()
    .on(routes.auth.status, statuses.uploader)
    .on(routes.portal.config, config)
    .on(routes.unsentMails.list, { total: 0, mails: [], nextCursor: null })
    .on(read, () => answer(read, saved()))
    .on(change, () => answer(change, saved()))
    .on(history, historyPage());
