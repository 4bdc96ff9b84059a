import { SaxesParser } from 'saxes';
import { S3Error } from '../s3-error.js';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Returns an XML element that contains the escaped text. */
export function textElement(name: string, text: string | number | boolean): string {
  const escaped = String(text).replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: keys may contain control characters, which XML must escape
    /[&<>"\u0000-\u001f\u007f-\u009f\ufffe\uffff]/g,
    (character) => ESCAPES[character] ?? `&#${character.charCodeAt(0)};`,
  );
  return `<${name}>${escaped}</${name}>`;
}

/** Returns an XML element that contains other elements. */
export function element(name: string, children: readonly string[], attributes = ''): string {
  return `<${name}${attributes}>${children.join('')}</${name}>`;
}

/** Returns a whole document in the namespace of S3. */
export function xmlDocument(name: string, children: readonly string[]): string {
  const root = element(name, children, ' xmlns="http://s3.amazonaws.com/doc/2006-03-01/"');
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}`;
}

export interface XmlElement {
  readonly name: string;
  readonly children: XmlElement[];
  text: string;
}

/**
 * Parses the XML document of a request. Rejects a document with a DOCTYPE, so entities are never expanded.
 *
 * @throws S3Error MalformedXML
 */
export function parseXml(xml: string): XmlElement {
  const root: XmlElement = { name: '', children: [], text: '' };
  const open = [root];
  const parser = new SaxesParser({ defaultXMLVersion: '1.1', forceXMLVersion: true });
  parser.on('error', (error) => {
    throw new S3Error('MalformedXML', `The XML you provided was not well-formed: ${error.message}`);
  });
  parser.on('doctype', () => {
    throw new S3Error('MalformedXML', 'A document type declaration (DOCTYPE) is not allowed.');
  });
  parser.on('opentag', ({ name }) => {
    const opened = { name, children: [], text: '' };
    open.at(-1)?.children.push(opened);
    open.push(opened);
  });
  const addText = (text: string) => {
    const current = open.at(-1);
    if (current) current.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(xml).close();
  const [document] = root.children;
  if (!document) throw new S3Error('MalformedXML', 'The document is empty.');
  return document;
}
