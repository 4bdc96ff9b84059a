/** Byte order marks of UTF-16, by encoding (Unicode 16, 23.8). */
const UTF16 = { 'utf-16le': [0xff, 0xfe], 'utf-16be': [0xfe, 0xff] } as const;

/**
 * Decodes a text file, which does not declare its encoding. Uses UTF-16 if the file starts with its byte order
 * mark, and UTF-8 if the bytes are valid UTF-8. Otherwise uses windows-1252, the most common remaining encoding.
 */
export function decodeText(bytes: Uint8Array): string {
  for (const [encoding, mark] of Object.entries(UTF16)) {
    if (bytes[0] === mark[0] && bytes[1] === mark[1]) return new TextDecoder(encoding).decode(bytes);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
