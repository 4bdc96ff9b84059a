import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  inMenuOrder,
  type RpcParsedInput,
  type SettingOverrides,
  type SettingsHistoryEntry,
  settingNames,
  type settingsRpc,
} from '@secure-preview/contracts';

/** Overrides by name. A newer version of the service may have stored names that are unknown here. */
export type Overrides = SettingOverrides & Readonly<Record<string, unknown>>;

/** A version of the settings: only what differs from the defaults of the gateways. */
export interface SettingsVersion {
  /** 0 before the first change. */
  readonly version: number;
  readonly overrides: Overrides;
}

/** A version with the administrator and the time of the change that led to it. */
export interface StoredVersion extends SettingsVersion {
  readonly at: Date;
  /** Claimed name; null for a command of an operator. */
  readonly byName: string | null;
}

/** A change as an administrator or operator requests it. */
export type RequestedChange = Omit<RpcParsedInput<typeof settingsRpc.methods.change>, 'by'>;

/** Returns the overrides after a change. */
export function applyChange(overrides: Overrides, { set, reset }: RequestedChange): Overrides {
  const names: readonly string[] = reset;
  const kept = Object.entries(overrides).filter(([name]) => !names.includes(name));
  const next: Record<string, unknown> = { ...Object.fromEntries(kept), ...set };
  if (set.languages) next['languages'] = inMenuOrder(set.languages);
  // Without any text, all languages show the default terms.
  if (set.termsTexts && Object.keys(set.termsTexts).length === 0) delete next['termsTexts'];
  return next as Overrides;
}

type Change = SettingsHistoryEntry['changes'][number];

function historyValue(value: unknown): Change['to'] {
  if (value === undefined) return null;
  if (value === null) return '';
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(String) : JSON.stringify(value);
}

const sha256 = (text: unknown) =>
  text === undefined ? null : createHash('sha256').update(String(text)).digest('hex');

function termsChanges(from: unknown, to: unknown): Change[] {
  const [before, after] = [(from ?? {}) as Record<string, unknown>, (to ?? {}) as Record<string, unknown>];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((language) => before[language] !== after[language])
    .map((language) => ({
      name: 'termsTexts',
      language,
      from: sha256(before[language]),
      to: sha256(after[language]),
    }));
}

/** Returns what differs between two versions, in the order of the page; terms by language. */
export function changesBetween(before: Overrides, after: Overrides): Change[] {
  const names = new Set([...settingNames, ...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name): Change[] => {
    const [from, to] = [before[name], after[name]];
    if (isDeepStrictEqual(from, to)) return [];
    if (name === 'termsTexts') return termsChanges(from, to);
    return [{ name, from: historyValue(from), to: historyValue(to) }];
  });
}
