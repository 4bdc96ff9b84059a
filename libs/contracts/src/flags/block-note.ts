import type { FlagKind } from './flag.js';

type Notes = Readonly<Record<FlagKind, string>>;

const en: Notes = {
  copying: 'Automatic: loaded faster than it plays',
  noPlayer: 'Automatic: loaded without a player',
  twoNetworks: 'Automatic: two networks in turn',
  manySessions: 'Automatic: many sessions at once',
  watermark: 'Automatic: watermark removed',
};

const de: Notes = {
  copying: 'Automatisch: schneller geladen als abgespielt',
  noPlayer: 'Automatisch: ohne Player geladen',
  twoNetworks: 'Automatisch: zwei Netze im Wechsel',
  manySessions: 'Automatisch: viele Sitzungen zugleich',
  watermark: 'Automatisch: Wasserzeichen entfernt',
};

/** Returns the note of an automatic block, which names the flag. @param language that of alerts */
export const blockNote = (kind: FlagKind, language: string): string => (language === 'de' ? de : en)[kind];

/** Returns whether a change of blocks was made because of a flag: it has no administrator, and such a note. */
export const isAutomaticBlock = ({ byName, note }: { byName: string | null; note: string }): boolean =>
  byName === null && [en, de].some((notes) => Object.values(notes).includes(note));
