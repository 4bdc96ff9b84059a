/** The first bytes of text in UTF-16, by encoding (Unicode 16, 23.8). */
const UTF16 = { 'utf-16le': [0xff, 0xfe], 'utf-16be': [0xfe, 0xff] } as const;

/**
 * The text of a captions file. Such files say nowhere how they are encoded: a byte order mark tells, else UTF-8 that is
 * well-formed is UTF-8, and anything else is taken for Windows' western encoding, in which most of the rest is written.
 */
export function decodeCaptions(bytes: Uint8Array): string {
  for (const [encoding, mark] of Object.entries(UTF16)) {
    if (bytes[0] === mark[0] && bytes[1] === mark[1]) return new TextDecoder(encoding).decode(bytes);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
