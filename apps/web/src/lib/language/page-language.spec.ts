import { jest } from '@jest/globals';
import { routes } from '@secure-preview/contracts';
import { waitFor } from '@testing-library/react';
import { en } from '../../messages/en.js';
import { FakeApi, failure } from '../../testing/fake-api.js';
import { config } from '../../testing/fixtures.js';
import { onTestEnd } from '../../testing/on-test-end.js';
import { portalConfigQuery } from '../api/portal-config.js';
import { createQueryClient } from '../query-client.js';
import { languageStore } from './language-store.js';
import { changeLanguage } from './page-language.js';
import { startLanguage } from './start-language.js';

let api: FakeApi;
const shown = () => languageStore.read().language;

/** Offers languages to a browser with these preferences. */
function offer(languages: string[], preferences: string[]) {
  jest.spyOn(navigator, 'languages', 'get').mockReturnValue(preferences);
  jest.spyOn(navigator, 'language', 'get').mockReturnValue(preferences[0] ?? '');
  api = new FakeApi().install().on(routes.portal.config, { ...config, languages });
  const queryClient = createQueryClient();
  onTestEnd(() => queryClient.clear());
  return queryClient;
}
const requestedLanguages = () => api.calls(routes.portal.config).map(({ query }) => query['language']);

afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
  languageStore.show(en);
});

describe('the language of the page', () => {
  it.each([
    [['de-AT', 'en'], ['en', 'de', 'ar'], 'de'],
    [['cy', 'ar'], ['en', 'de', 'ar'], 'ar'],
    [['de'], ['en', 'fr'], 'en'],
    [['de', 'fr'], ['fr'], 'fr'],
    [['de', 'tlh'], ['en', 'tlh'], 'en'],
    [['en-GB', 'de'], ['en', 'de'], 'en'],
  ])('for a browser of %j and a portal in %j is %s', async (preferences, languages, expected) => {
    await startLanguage(offer(languages, preferences));
    expect(shown()).toBe(expected);
    // The terms of the language are requested too.
    expect(requestedLanguages()).toEqual(expected === 'en' ? [undefined] : [undefined, expected]);
  });

  it('does not delay the page if it is English', async () => {
    const queryClient = offer(['en', 'de'], ['en-US']);
    api.on(routes.portal.config, () => new Promise<Response>(() => undefined));
    await startLanguage(queryClient);
    expect(shown()).toBe('en');
  });

  it('changes to an offered language if the portal does not offer English', async () => {
    await startLanguage(offer(['de'], ['en-US']));
    await waitFor(() => expect(shown()).toBe('de'));
  });

  it('is English until the configuration is loaded', async () => {
    const queryClient = offer(['en', 'de'], ['de']);
    api.on(routes.portal.config, () => failure('SERVICE_UNAVAILABLE'));
    await startLanguage(queryClient);
    expect(shown()).toBe('en');
    api.on(routes.portal.config, { ...config, languages: ['en', 'de'] });
    await queryClient.fetchQuery(portalConfigQuery);
    await waitFor(() => expect(shown()).toBe('de'));
  });

  it('delays the page by three seconds at most', async () => {
    jest.useFakeTimers();
    const queryClient = offer(['en', 'de'], ['de']);
    api.on(routes.portal.config, () => new Promise<Response>(() => undefined));
    const started = startLanguage(queryClient);
    await jest.advanceTimersByTimeAsync(3000);
    await started;
    expect(shown()).toBe('en');
  });

  it('is the chosen one at the next visit', async () => {
    const queryClient = offer(['en', 'de', 'ar'], ['de']);
    await startLanguage(queryClient);
    await changeLanguage(queryClient, 'ar');
    expect([shown(), languageStore.read().direction]).toEqual(['ar', 'rtl']);
    languageStore.show(en);
    await startLanguage(offer(['en', 'de', 'ar'], ['de']));
    expect(shown()).toBe('ar');
  });

  it('is the last chosen language, even if the texts of an earlier choice arrive later', async () => {
    const queryClient = offer(['en', 'de', 'ar'], ['en']);
    let answerGerman: (response: Response) => void = () => undefined;
    api.on(routes.portal.config, ({ query }) =>
      query['language'] === 'de'
        ? new Promise<Response>((resolve) => {
            answerGerman = resolve;
          })
        : failure('SERVICE_UNAVAILABLE'),
    );
    const german = changeLanguage(queryClient, 'de');
    await changeLanguage(queryClient, 'ar');
    answerGerman(failure('SERVICE_UNAVAILABLE'));
    await german;
    expect(shown()).toBe('ar');
  });
});
