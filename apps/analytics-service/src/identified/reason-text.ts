import type { InconclusiveCode, LeakResult } from '@secure-preview/contracts';

type Params = Readonly<Record<string, number>>;

const texts: Readonly<Record<InconclusiveCode, (params: Params) => string>> = {
  noMarkedVersions: () => 'No marked version can be compared yet.',
  plain: () => 'The clip is black, a still without detail, or too short.',
  otherFilm: () => 'None of its pictures are those of a marked version.',
  unreadable: () => 'It shows a marked version, but no picture is clear enough.',
  noCodewords: () => 'Nobody was given a copy of this version.',
  tooFewReadableSegments: ({ readable, needed }) =>
    `Only ${readable} segments are readable, and ${needed} are needed.`,
  markTooWeak: ({ bits, neededBits }) =>
    `The marks are too weak: ${Math.floor(bits ?? 0)} bits were read, and ${Math.ceil(neededBits ?? 0)} are needed.`,
  nobodyStandsOut: () =>
    'The clip says enough, and nobody stands out: an unmarked copy, one that this portal did not send, or a mix of several.',
};

/** Returns why nobody is named, or the code if this version does not know it. */
export function reasonText({ code, params }: NonNullable<LeakResult['reason']>): string {
  return Object.hasOwn(texts, code) ? texts[code as InconclusiveCode](params) : code;
}
