import { visitorLanguages } from '@secure-preview/contracts';
import { loadMessages } from '../lib/language/page-language.js';
import { enAccessPage } from './access-page/en.js';
import { enEntry } from './entry/en.js';
import { enSettingsPage } from './settings-page/en.js';
import { enUploadPage } from './upload-page/en.js';

const [ARABIC, LATIN] = ['سارة', 'Ada'];
const [FSI, PDI] = ['\u2068', '\u2069'];

it.each(visitorLanguages)('isolates names of the other direction in %s', async (language) => {
  const messages = await loadMessages(language);
  const { entry = enEntry } = messages;
  const [foreign, own] = messages.direction === 'rtl' ? [LATIN, ARABIC] : [ARABIC, LATIN];
  for (const sentence of [
    (name: string) => entry.ended.contact(name),
    (name: string) => entry.code.sent(name),
    (name: string) => entry.code.sentTo(name),
    (name: string) => messages.footer.copyright(2026, name),
    (name: string) => messages.footer.owner(name, name),
    (name: string) => messages.player.playTitle(name),
  ]) {
    expect(sentence(foreign)).toContain(`${FSI}${foreign}${PDI}`);
    expect(sentence(own)).not.toContain(FSI);
    expect(sentence(own)).toContain(own);
  }
});

it.each(['en', 'de'] as const)('isolates names in the admin area in %s', async (language) => {
  const german = await (await loadMessages(language)).adminTexts?.load();
  const { admin, access, settings } = german ?? { ...enUploadPage, ...enAccessPage, ...enSettingsPage };
  for (const sentence of [
    admin.leads.endVisitTitle(ARABIC),
    admin.leads.endVisitDone.text(ARABIC),
    access.requests.allowOf(ARABIC),
    settings.history.by(ARABIC),
  ])
    expect(sentence).toContain(`${FSI}${ARABIC}${PDI}`);
});

it('keeps sentences with names of the same direction unchanged', () => {
  expect(enEntry.ended.contact('Jonathan Ashworth')).toBe(
    'If you have questions, please contact Jonathan Ashworth.',
  );
});
