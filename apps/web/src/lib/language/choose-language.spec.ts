import { visitorLanguages } from '@secure-preview/contracts';
import { chooseLanguage } from './choose-language.js';

it.each([
  [['de'], 'de'],
  [['de-AT', 'en'], 'de'],
  [['es-419'], 'es'],
  [['ar-EG'], 'ar'],
  [['zh-CN'], 'zh-Hans'],
  [['zh-SG', 'en'], 'zh-Hans'],
  [['zh-Hans-TW'], 'zh-Hans'],
  [['zh'], 'zh-Hans'],
  [['zh-TW', 'fr'], 'fr'],
  [['de-Arab', 'fr'], 'fr'],
  [['cy', 'en-GB', 'de'], 'en'],
  [['cy', 'de', 'en'], 'de'],
  [['cy'], 'en'],
  [['', 'x', 'toString', 'fr_FR', 'de'], 'de'],
  [[], 'en'],
])('chooses the first preferred language that is offered: %j', (preferences, language) => {
  expect(chooseLanguage(preferences, visitorLanguages)).toBe(language);
});

it('chooses only offered languages, and the first one if English is not offered', () => {
  expect(chooseLanguage(['de', 'fr'], ['en', 'fr'])).toBe('fr');
  expect(chooseLanguage(['en', 'de'], ['fr', 'ar'])).toBe('fr');
  expect(chooseLanguage(['de'], [])).toBe('en');
});
