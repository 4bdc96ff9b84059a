import type { PageSettingName, PortalSettings, SettingsView } from '@secure-preview/contracts';
import { useEffect, useState } from 'react';
import { uploadDrafts } from '../../../lib/memory/upload-drafts.js';
import type { SettingErrors } from './setting-errors.js';
import {
  changedNames,
  draftOf,
  isOverridden,
  type PlainName,
  parseDraft,
  rebased,
  type SettingsDraft,
  shownTerms,
  shownValue,
  withDefault,
  withoutSent,
  withTerms,
  withValue,
} from './settings-draft.js';

/** State and actions of the settings form. */
export interface SettingsForm {
  settings: SettingsView;
  draft: SettingsDraft;
  /** Names of the settings with unsaved changes. */
  changed: readonly PageSettingName[];
  /** True if the input comes from an earlier load of the page. */
  isRestored: boolean;
  value: <N extends PlainName>(name: N) => PortalSettings[N];
  /** Text of the terms in a language, '' if there is none. */
  terms: (language: string) => string;
  isOverridden: (name: PlainName) => boolean;
  isLocked: (name: PageSettingName) => boolean;
  setValue: <N extends PlainName>(name: N, value: PortalSettings[N]) => void;
  setTerms: (language: string, text: string) => void;
  resetToDefault: (name: PlainName) => void;
  discard: () => void;
  /** Removes the saved changes from the draft. Input entered since the save was sent stays. */
  acceptSaved: (sent: SettingsDraft, saved: SettingsView) => void;
}

/** The form with the data that its fields show besides the values. */
export interface SettingsEditor extends SettingsForm {
  errors: SettingErrors;
  /** Whether another administrator saved this setting since it was changed here. */
  isSavedMeanwhile: (name: PageSettingName, language?: string) => boolean;
}

/** Keeps the changes of the form, and stores them in this tab until they are saved or discarded. */
export function useSettingsForm(settings: SettingsView): SettingsForm {
  const [restored, setRestored] = useState(() => parseDraft(uploadDrafts.settings.read()));
  const [edited, setEdited] = useState(() => restored ?? draftOf(settings));
  const draft = rebased(edited, settings);
  const changed = changedNames(draft);

  useEffect(() => {
    if (changedNames(edited).length > 0) uploadDrafts.settings.save(edited);
    else uploadDrafts.settings.forget();
  }, [edited]);
  return {
    settings,
    draft,
    changed,
    isRestored: restored !== undefined && changed.length > 0,
    value: (name) => shownValue(name, draft, settings),
    terms: (language) => shownTerms(language, draft, settings),
    isOverridden: (name) => isOverridden(name, draft, settings),
    isLocked: (name) => settings.locked.includes(name),
    setValue: (name, value) => setEdited(withValue(draft, settings, name, value)),
    setTerms: (language, text) => setEdited(withTerms(draft, settings, language, text)),
    resetToDefault: (name) => setEdited(withDefault(draft, settings, name)),
    discard: () => {
      setRestored(undefined);
      setEdited(draftOf(settings));
      // Stores the changes at once, because the page may be left now.
      uploadDrafts.settings.forget();
    },
    acceptSaved: (sent, saved) => {
      setRestored(undefined);
      setEdited((current) => withoutSent(current, sent, saved));
    },
  };
}
