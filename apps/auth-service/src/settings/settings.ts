import {
  inMenuOrder,
  type RpcParsedInput,
  type SettingOverrides,
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
