import type { ActiveTrailer } from '@secure-preview/contracts';
import { useState } from 'react';
import { type DescriptionDraft, uploadDrafts } from '../../../lib/memory/upload-drafts.js';
import { type Alignment, fromDescription } from './description-text.js';

const noEdits: DescriptionDraft = {};

/**
 * Returns the edited description. Starts with the stored description. Edits take precedence over it, and are stored
 * in this tab until they are saved or discarded.
 */
export function useDescriptionDraft(trailer: ActiveTrailer | undefined) {
  const storedKey = trailer && `${trailer.id}\n${trailer.description ?? ''}`;
  const [loadedKey, setLoadedKey] = useState<string>();
  const [restored, setRestored] = useState(() => uploadDrafts.description.read());
  const [edits, setEdits] = useState(restored ?? noEdits);
  const [draft, setDraft] = useState<{ text: string; alignment: Alignment }>({ text: '', alignment: 'left' });
  if (trailer && storedKey !== loadedKey) {
    setLoadedKey(storedKey);
    setDraft(fromDescription(trailer.description ?? ''));
  }
  function edit(change: DescriptionDraft) {
    const next = { ...edits, ...change };
    setEdits(next);
    uploadDrafts.description.save(next);
  }
  return {
    ...draft,
    ...edits,
    setText: (text: string) => edit({ text }),
    setAlignment: (alignment: Alignment) => edit({ alignment }),
    /** True if the draft comes from an earlier page load. */
    isRestored: restored !== undefined,
    discard: () => {
      uploadDrafts.description.forget();
      setRestored(undefined);
      setEdits(noEdits);
    },
  };
}
