import type Uppy from '@uppy/core';

type Strings = Uppy['locale']['strings'];

/** The shape of the upload library's words in a language. They are apart from the others, which the gate waits for. */
export interface UploadLibraryWords {
  /** Which form of a sentence a number takes. */
  pluralize: (count: number) => number;
  strings: Strings;
  /** What reads otherwise on a touch screen. */
  touch: Strings;
}
