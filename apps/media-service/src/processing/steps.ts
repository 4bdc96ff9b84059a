/** Steps in which a program runs on the upload. Each is stored before the program starts. */
export const PROGRAM_STEPS = ['probe', 'remux', 'encode', 'poster'] as const;
