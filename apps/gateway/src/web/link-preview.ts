import type { PortalSettings } from '@secure-preview/contracts';
import { gateArtFor } from '../gate-art/gate-art.js';

export type PageSettings = Pick<
  PortalSettings,
  'companyName' | 'gateArt' | 'logoId' | 'keyArtId' | 'gateMode'
>;

/** Programs that preview links and follow robots.txt. */
const PREVIEWERS = ['facebookexternalhit', 'LinkedInBot', 'Slackbot-LinkExpanding', 'Twitterbot'];

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Returns whether pages have a link preview (docs/product.md#gate-art). */
export const hasLinkPreview = (settings: PageSettings): boolean =>
  settings.gateMode !== 'invited' && gateArtFor(settings, false) !== null;

/**
 * Returns additional tags for the page of the gate: those of link previews, and the images for the first paint, so that
 * nothing moves when the configuration arrives. Returns none without gate art.
 *
 * @param origin origin of the portal, since previews need absolute URLs
 * @param isInvited whether an invitation link was exchanged in the browser
 */
export function gatePageTags(
  settings: PageSettings,
  { origin, isInvited }: { origin: string; isInvited: boolean },
): string[] {
  const art = gateArtFor(settings, isInvited);
  if (art === null) return [];
  const tag = (attribute: 'name' | 'property', name: string, content: string) =>
    `<meta ${attribute}="${name}" content="${escapeHtml(content)}" />`;
  const forFirstPaint = tag('name', 'gate-art', JSON.stringify(art));
  const image = art.keyArt ?? art.logo;
  if (!hasLinkPreview(settings) || image === null) return [forFirstPaint];
  const { companyName } = settings;
  return [
    tag('property', 'og:type', 'website'),
    tag('property', 'og:title', companyName),
    tag('property', 'og:url', `${origin}/`),
    tag('property', 'og:image', `${origin}${image}`),
    tag('property', 'og:image:alt', companyName),
    tag('name', 'twitter:card', art.keyArt === null ? 'summary' : 'summary_large_image'),
    forFirstPaint,
  ];
}

/** Returns robots.txt. Allows only programs that preview links to read the gate, and only if it has a preview. */
export function robotsText(settings: PageSettings | undefined): string {
  const others = 'User-agent: *\nDisallow: /\n';
  if (!settings || !hasLinkPreview(settings)) return others;
  const previewers = PREVIEWERS.map((name) => `User-agent: ${name}\n`).join('');
  return `${previewers}Allow: /$\nAllow: /api/gate/images/\nDisallow: /\n\n${others}`;
}
