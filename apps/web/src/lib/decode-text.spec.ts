import { decodeText } from './decode-text.js';

const bytes = (...values: number[]) => new Uint8Array(values);

describe('decodeText', () => {
  it.each([
    ['from UTF-8', new TextEncoder().encode('Où? Ωδε'), 'Où? Ωδε'],
    ['from UTF-8 with a byte order mark', bytes(0xef, 0xbb, 0xbf, 0x41), 'A'],
    ['from UTF-16, low byte first', bytes(0xff, 0xfe, 0xa9, 0x03), 'Ω'],
    ['from UTF-16, high byte first', bytes(0xfe, 0xff, 0x03, 0xa9), 'Ω'],
    ['from windows-1252', bytes(0x4f, 0xf9, 0x3f, 0x20, 0xa9), 'Où? ©'],
    ['from an empty file', bytes(), ''],
  ])('decodes text %s', (_case, content, expected) => {
    expect(decodeText(content)).toBe(expected);
  });
});
