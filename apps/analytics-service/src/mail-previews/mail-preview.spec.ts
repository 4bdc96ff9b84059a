import { mailPreviewKinds, visitorLanguages } from '@secure-preview/contracts';
import type { MailImages } from '../notifier/mail/mail-images.js';
import { newMailImage } from '../testing/mail-image.js';
import { mailPreview, previewContent } from './mail-preview.js';

const shown = {
  kind: 'invitation' as const,
  language: 'en' as const,
  name: 'Grace Hopper',
  message: 'Welcome.\n\n<img src=x onerror=alert(1)>',
  startsAt: null,
  endsAt: '2026-12-08T22:00:00.000Z',
  companyName: 'Halcyon <b>',
  senderLine: 'Invited by Ada',
  logoId: null,
  keyArtId: null,
  timeZone: 'America/New_York',
  portalUrl: 'https://preview.example',
};

const preview = (of: Parameters<typeof previewContent>[0], images: MailImages = {}) =>
  mailPreview(previewContent(of), of, images);

it('composes an invitation with all its values, whose link leads nowhere', () => {
  const { subject, text, html } = preview(shown);
  expect(subject).toBe('Invitation to a preview by Halcyon <b>');
  for (const part of [
    'Hello Grace Hopper,',
    'Invited by Ada',
    'Welcome.',
    'December 8, 2026 at 17:00 (Eastern Standard Time)',
  ])
    for (const body of [text, html.replace(/<\/?(bdi|span)[^>]*>/g, '')]) expect(body).toContain(part);
  expect(text).toContain('https://preview.example/#invitation=…');
  expect(html).toContain('Open the preview</a>');
  expect(html).toContain('&lt;img src=x');
  expect(html).not.toMatch(/href|<img|<b>/);
});

it('shows an example as the code', () => {
  const { subject, text } = preview({ ...shown, kind: 'code' });
  expect(subject).toBe('123456 is your code for Halcyon <b>');
  expect(text.match(/\d{6}/g)).toEqual(['123456']);
});

it('composes an alert in German or English', () => {
  const { subject, html } = preview({ ...shown, kind: 'accessRequested', language: 'de' });
  expect(subject).toBe('Ada Lovelace bittet um Zugang');
  expect(html).toContain('Ich bespreche Filme');
  expect(html).not.toContain('href');
  expect(preview({ ...shown, kind: 'accessRequested', language: 'ar' }).html).toContain('<html lang="en"');
});

it.each(visitorLanguages)('composes every mail in %s', (language) => {
  for (const kind of mailPreviewKinds) {
    const { html, text } = preview({ ...shown, kind, language, name: null, endsAt: null });
    expect(html).toMatch(/^<!doctype html>/);
    expect(text).toContain('Halcyon <b>');
  }
  expect(preview({ ...shown, language }).html).toContain(`<html lang="${language}"`);
});

it('names its images by their ids', () => {
  const [logo, keyArt] = [newMailImage(480, 96), newMailImage(1200, 675)];
  const { html } = preview(shown, { logo, keyArt });
  expect(html.match(/<img src="[^"]*"/g)).toEqual([
    `<img src="cid:${logo.id}"`,
    `<img src="cid:${keyArt.id}"`,
  ]);
});
