/** Path of the list of found copies. */
export const LEAKS_PATH = '/upload/leaks';

/** Returns the address of the page of a found copy. */
export const leakPath = (caseId: string) => `${LEAKS_PATH}/${encodeURIComponent(caseId)}`;
