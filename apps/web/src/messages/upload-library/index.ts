import { enUploadLibrary } from './en.js';
import type { UploadLibraryWords } from './words.js';

/** The words of the upload library in the language of this build. */
export const uploadLibraryWords: UploadLibraryWords = enUploadLibrary;
