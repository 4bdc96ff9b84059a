/** Steps in which a program is at work on the upload, each written down before the program begins. */
export const PROGRAM_STEPS = ['probe', 'remux', 'encode', 'poster'] as const;
