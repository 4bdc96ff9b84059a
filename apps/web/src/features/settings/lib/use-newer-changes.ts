import type { SettingsHistoryEntry } from '@secure-preview/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { allChanges, settingsHistoryQuery } from '../api/settings-history.js';
import type { SettingsEditor, SettingsForm } from './use-settings-form.js';

interface NewerChanges {
  /** Whether the settings changed since the unsaved input was entered. */
  isConflict: boolean;
  /** Loaded changes since the unsaved input was entered, newest first. */
  entries: readonly SettingsHistoryEntry[];
  contains: SettingsEditor['isSavedMeanwhile'];
}

/** Returns what others saved since the unsaved input of the form was entered. */
export function useNewerChanges({ draft, changed, settings }: SettingsForm, enabled: boolean): NewerChanges {
  const history = useInfiniteQuery({ ...settingsHistoryQuery(allChanges), enabled });
  const isConflict = changed.length > 0 && settings.version > draft.version;
  const loaded = isConflict ? (history.data?.pages.flatMap((page) => page.entries) ?? []) : [];
  const entries = loaded.filter(({ version }) => version > draft.version);
  const changes = entries.flatMap((entry) => entry.changes);
  return {
    isConflict,
    entries,
    contains: (name, language) =>
      changed.includes(name) &&
      changes.some((change) => change.name === name && change.language === language),
  };
}
