/** A mail as a mail program shows it. */
export interface ReadMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

function decoded(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

/** Decodes the encoded words of a header (RFC 2047). */
const headerText = (value: string) =>
  value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toUpperCase() === 'B'
        ? decoded(text, 'base64')
        : decoded(text.replaceAll('_', ' '), 'quoted-printable'),
    );

/** Reads a mail with a text and an HTML part. */
export function readMail(source: string): ReadMail {
  const header = (source.split('\r\n\r\n')[0] ?? '').replace(/\r\n[ \t]+/g, ' ');
  const boundary = /boundary="([^"]+)"/.exec(header)?.[1] ?? '';
  const partOf = (type: string) => {
    const part =
      source.split(`--${boundary}`).find((text) => text.includes(`\r\nContent-Type: ${type}`)) ?? '';
    const [partHeader = '', ...body] = part.trimStart().split('\r\n\r\n');
    const encoding = /Content-Transfer-Encoding: (\S+)/i.exec(partHeader)?.[1] ?? '';
    return decoded(body.join('\r\n\r\n'), encoding).replaceAll('\r\n', '\n').trim();
  };
  const subject = headerText(/^Subject: (.*)$/m.exec(header)?.[1] ?? '');
  return { subject, text: partOf('text/plain'), html: partOf('text/html') };
}
