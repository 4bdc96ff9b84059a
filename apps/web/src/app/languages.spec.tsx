import { jest } from '@jest/globals';
import { routes } from '@secure-preview/contracts';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { languageStore } from '../lib/language/language-store.js';
import { startLanguage } from '../lib/language/start-language.js';
import { en } from '../messages/en.js';
import { FakeApi, failure } from '../testing/fake-api.js';
import { config, statuses } from '../testing/fixtures.js';
import { onTestEnd } from '../testing/on-test-end.js';
import { App } from './app.js';
import { createAppQueryClient, PageProviders } from './providers.js';

const { auth, portal } = routes;
let api: FakeApi;

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  api = new FakeApi()
    .install()
    .on(auth.status, statuses.stranger)
    .on(portal.config, ({ query }) =>
      Response.json({
        ...config,
        languages: ['en', 'de', 'fr', 'ar'],
        terms: { ...config.terms, language: query['language'] ?? 'en' },
      }),
    );
});
afterEach(() => {
  jest.restoreAllMocks();
  languageStore.show(en);
  Object.assign(document.documentElement, { lang: 'en', dir: 'ltr' });
});

/** Opens a page of the app as the browser does. */
async function open(path = '/', storedLanguage?: string) {
  history.replaceState(null, '', path);
  if (storedLanguage) localStorage.setItem('language', storedLanguage);
  const queryClient = createAppQueryClient(languageStore.read);
  onTestEnd(() => queryClient.clear());
  await startLanguage(queryClient);
  render(
    <PageProviders queryClient={queryClient}>
      <App />
    </PageProviders>,
  );
  return userEvent.setup();
}
const languageOfPage = () => [document.documentElement.lang, document.documentElement.dir];

it('hides the language menu if the portal offers one language', async () => {
  api.on(portal.config, config);
  await open();
  await screen.findByText(config.contactEmail ?? '');
  expect(screen.queryByRole('combobox')).toBeNull();
});

it('changes the language of the page and of its errors, and keeps the input of the gate', async () => {
  const user = await open();
  const menu = await screen.findByRole('combobox', { name: 'Language' });
  expect([...menu.children].map(({ textContent }) => textContent)).toEqual([
    'English',
    'Deutsch',
    'Français',
    'العربية',
  ]);
  await user.type(screen.getByLabelText('Full name'), 'Amelia');
  await user.click(screen.getByRole('button', { name: 'Access Trailer' }));
  await user.selectOptions(menu, 'العربية');

  expect(await screen.findByLabelText('الاسم الكامل')).toHaveValue('Amelia');
  await screen.findByText('يُرجى إدخال عنوان بريد إلكتروني صالح');
  expect(languageOfPage()).toEqual(['ar', 'rtl']);
  expect(document.title).toContain('الدخول إلى العرض المسبق الحصري');
  expect(screen.getByRole('combobox', { name: 'اللغة' })).toHaveValue('ar');
  expect(localStorage.getItem('language')).toBe('ar');

  await user.selectOptions(screen.getByRole('combobox'), 'English');
  expect(await screen.findByLabelText('Full name')).toHaveValue('Amelia');
  expect(languageOfPage()).toEqual(['en', 'ltr']);
});

it('translates the error of a call by its code', async () => {
  api.on(auth.leadCapture, () => failure('TOO_MANY_REQUESTS'));
  const user = await open('/', 'de');
  await user.type(await screen.findByLabelText('Vor- und Nachname'), 'Ann');
  await user.type(screen.getByLabelText('E-Mail-Adresse'), 'ann@example.org');
  await user.click(screen.getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Trailer ansehen' }));
  await screen.findByText('Zu viele Anfragen. Bitte versuchen Sie es später erneut');
});

it('shows the terms in their own language, and the date in the language of the page', async () => {
  api.on(portal.config, () => Response.json({ ...config, languages: ['en', 'de'] }));
  const user = await open('/', 'de');
  await user.click(await screen.findByRole('button', { name: 'Nutzungsbedingungen' }));
  await screen.findByText('Stand: Oktober 2025');
  expect(screen.getByText(config.terms.text)).toHaveAttribute('lang', 'en');
});

describe('in the admin area', () => {
  it('offers only the languages of the admin area', async () => {
    const user = await open('/upload', 'de');
    await screen.findByRole('heading', { name: 'Anmeldung erforderlich' });
    const menu = await screen.findByRole('combobox', { name: 'Sprache' });
    expect([...menu.children].map(({ textContent }) => textContent)).toEqual(['English', 'Deutsch']);
    await user.selectOptions(menu, 'English');
    await screen.findByRole('heading', { name: 'Authentication Required' });
  });

  it('shows the upload page in English to a visitor who reads Arabic, and the main page in Arabic again', async () => {
    const user = await open('/upload', 'ar');
    await screen.findByRole('heading', { name: 'Authentication Required' });
    expect(languageOfPage()).toEqual(['en', 'ltr']);
    await user.click(screen.getByRole('link', { name: 'Return to the main page' }));
    await screen.findByRole('heading', { name: 'الدخول إلى العرض المسبق الحصري' });
    await waitFor(() => expect(languageOfPage()).toEqual(['ar', 'rtl']));
  });
});
