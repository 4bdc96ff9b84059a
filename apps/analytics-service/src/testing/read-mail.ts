/** A mail as a mail program shows it. */
export interface ReadMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Types of the parts that contain other parts, outermost first. */
  readonly containers: readonly string[];
  readonly images: readonly ReadImage[];
}

export interface ReadImage {
  readonly type: string;
  /** As in its header, with angle brackets. */
  readonly contentId: string;
  readonly disposition: string;
  readonly content: Buffer;
}

/** A part without other parts in it. */
interface Leaf {
  readonly header: (name: string) => string;
  readonly body: string;
}

function bytesOf(body: string, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(body);
  const bytes = body
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1');
}

/** Decodes the encoded words of a header (RFC 2047). */
const headerText = (value: string) =>
  value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toUpperCase() === 'B'
        ? bytesOf(text, 'base64').toString()
        : bytesOf(text.replaceAll('_', ' '), 'quoted-printable').toString(),
    );

/** Splits a mail, or a part of one, into its parts. */
function partsOf(source: string, containers: string[]): Leaf[] {
  const [head = '', ...rest] = source.split('\r\n\r\n');
  const lines = head.replace(/\r\n[ \t]+/g, ' ');
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(lines)?.[1] ?? '';
  const body = rest.join('\r\n\r\n');
  const [, type = '', boundary] = /^(multipart\/\w+);.*boundary="([^"]+)"/.exec(header('Content-Type')) ?? [];
  if (boundary === undefined) return [{ header, body }];
  containers.push(type);
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap((part) => partsOf(part.trimStart(), containers));
}

const contentOf = ({ header, body }: Leaf) => bytesOf(body, header('Content-Transfer-Encoding'));

/** Reads a mail with a text and an HTML part. */
export function readMail(source: string): ReadMail {
  const containers: string[] = [];
  const parts = partsOf(source, containers);
  const ofType = (type: string) => parts.filter(({ header }) => header('Content-Type').startsWith(type));
  const textOf = (type: string) => {
    const [part] = ofType(type);
    return part ? contentOf(part).toString().replaceAll('\r\n', '\n').trim() : '';
  };
  const images = ofType('image/').map((part) => ({
    type: part.header('Content-Type').replace(/;.*/, ''),
    contentId: part.header('Content-ID'),
    disposition: part.header('Content-Disposition').replace(/;.*/, ''),
    content: contentOf(part),
  }));
  const head = (source.split('\r\n\r\n')[0] ?? '').replace(/\r\n[ \t]+/g, ' ');
  const subject = headerText(/^Subject: (.*)$/m.exec(head)?.[1] ?? '');
  return { subject, text: textOf('text/plain'), html: textOf('text/html'), containers, images };
}
