import type { ActiveTrailer } from '@secure-preview/contracts';
import { useState } from 'react';
import { type DescriptionDraft, uploadDrafts } from '../../../lib/memory/upload-drafts.js';
import { type Alignment, fromDescription } from './description-text.js';

const unwritten: DescriptionDraft = {};

/**
 * Returns the description being edited. It starts with the stored description whenever another one is loaded.
 * Edits take precedence, and are kept in this tab until they are saved or discarded.
 */
export function useDescriptionDraft(trailer: ActiveTrailer | undefined) {
  const stored = trailer && `${trailer.id}\n${trailer.description ?? ''}`;
  const [loaded, setLoaded] = useState<string>();
  const [restored, setRestored] = useState(() => uploadDrafts.description.read());
  const [written, setWritten] = useState(restored ?? unwritten);
  const [draft, setDraft] = useState<{ text: string; alignment: Alignment }>({ text: '', alignment: 'left' });
  if (trailer && stored !== loaded) {
    setLoaded(stored);
    setDraft(fromDescription(trailer.description ?? ''));
  }
  function write(change: DescriptionDraft) {
    const next = { ...written, ...change };
    setWritten(next);
    uploadDrafts.description.save(next);
  }
  return {
    ...draft,
    ...written,
    setText: (text: string) => write({ text }),
    setAlignment: (alignment: Alignment) => write({ alignment }),
    /** True if the draft comes from an earlier page load. */
    isRestored: restored !== undefined,
    discard: () => {
      uploadDrafts.description.forget();
      setRestored(undefined);
      setWritten(unwritten);
    },
  };
}
