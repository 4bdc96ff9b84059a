/**
 * Keeps a name in the order of its own script within an Arabic sentence (Unicode FSI and PDI). Numbers need no
 * marks.
 */
export const isolate = (text: string) => `\u2068${text}\u2069`;
