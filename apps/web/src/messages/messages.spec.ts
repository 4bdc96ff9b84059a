import { readdirSync } from 'node:fs';
import { bracketedMessages } from '../testing/bracketed-messages.js';
import { en } from './en.js';
import { loadMessages } from './index.js';

const catalogues = { de: async () => bracketedMessages, 'zh-Hant': async () => bracketedMessages };

it.each([
  [['de'], bracketedMessages],
  [['de-AT', 'en'], bracketedMessages],
  [['zh-Hant-TW'], bracketedMessages],
  [['zh-TW', 'en'], en],
  [['cy', 'en-GB', 'de'], en],
  [['cy', 'de', 'en'], bracketedMessages],
  [['cy'], en],
  [['toString'], en],
  [[], en],
])('chooses the catalogue of the first language that has one: %j', async (languages, messages) => {
  expect(await loadMessages(languages, catalogues)).toBe(messages);
});

it('chooses English when a catalogue does not arrive', async () => {
  const missing = { de: () => Promise.reject(new TypeError('offline')) };
  expect(await loadMessages(['de'], missing)).toBe(en);
});

it('loads the catalogue of every file', async () => {
  const files = readdirSync(new URL('.', import.meta.url)).filter((file) => file.endsWith('.ts'));
  const tags = files.map((file) => file.slice(0, -'.ts'.length)).filter((name) => !/^index$|\./.test(name));
  expect(tags).toContain('en');
  for (const tag of tags) expect(await loadMessages([tag])).toHaveProperty('locale', tag);
});
