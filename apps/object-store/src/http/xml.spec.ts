import { parseXml, textElement, xmlDocument } from './xml.js';

describe('textElement', () => {
  it('escapes markup and characters that XML would lose', () => {
    expect(textElement('Key', '<a> & "b"\r\u0001')).toBe('<Key>&lt;a&gt; &amp; &quot;b&quot;&#13;&#1;</Key>');
  });
});

describe('parseXml', () => {
  it('parses the text that was written', () => {
    const root = parseXml(xmlDocument('Delete', [textElement('Key', '<a> & \r\u0001 🎬')]));
    expect(root).toMatchObject({ name: 'Delete', children: [{ name: 'Key', text: '<a> & \r\u0001 🎬' }] });
  });

  it('reads CDATA and namespace prefixes', () => {
    expect(parseXml('<a>1<![CDATA[<2>]]>3</a>').text).toBe('1<2>3');
  });

  it.each(['', 'text', '<a>', '<a></b>', '<a/><b/>', '<a>&unknown;</a>', '<a b></a>'])(
    'rejects %j',
    (xml) => {
      expect(() => parseXml(xml)).toThrow(expect.objectContaining({ code: 'MalformedXML' }));
    },
  );

  it('rejects a document type, whose entities could expand without limit', () => {
    const bomb = '<!DOCTYPE a [<!ENTITY x "xx"><!ENTITY y "&x;&x;">]><a>&y;</a>';
    expect(() => parseXml(bomb)).toThrow(expect.objectContaining({ code: 'MalformedXML' }));
  });
});
