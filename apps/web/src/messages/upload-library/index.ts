import { enUploadLibrary } from './en.js';
import type { UploadLibraryWords } from './locale.js';

/** The words of the upload library in the language of this build. */
export const uploadLibraryWords: UploadLibraryWords = enUploadLibrary;
