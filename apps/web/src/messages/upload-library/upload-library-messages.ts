import type Uppy from '@uppy/core';

type Strings = Uppy['locale']['strings'];

/** Texts of the upload library in one language. They are separate, since the gate does not need them. */
export interface UploadLibraryMessages {
  /** Returns the plural form for a number. */
  pluralize: (count: number) => number;
  strings: Strings;
  /** Replacements on touch screens. */
  touch: Strings;
}
