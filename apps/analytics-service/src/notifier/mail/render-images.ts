import type { ShownImages } from './mail-images.js';

/** Background of the gate, for which logos are made. */
const LOGO_CELL = 'padding:20px 24px;background:#0a0a10;color:#ffffff';
const IMAGE = 'display:block;max-width:100%;height:auto;border:0';

const imageHtml = ({ src, width, height }: NonNullable<ShownImages['logo']>, alt: string) =>
  `<img src="${src}" alt="${alt}" width="${width}" height="${height}" style="${IMAGE}">`;

/**
 * Returns the HTML above the text of a mail: logo and key art, as far as there are any. The size is in attributes, since
 * some programs ignore styles.
 *
 * @param companyName as HTML
 */
export function imagesHtml({ logo, keyArt }: ShownImages, companyName: string): string {
  const rows: string[] = [];
  if (logo)
    rows.push(`<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>
<td bgcolor="#0a0a10" style="${LOGO_CELL}">${imageHtml(logo, companyName)}</td>
</tr></table>`);
  // Decorative, so it has no alternative text.
  if (keyArt) rows.push(imageHtml(keyArt, ''));
  return rows.map((row) => `${row}\n`).join('');
}
