/** Path of the overview of the audience. */
export const AUDIENCE_PATH = '/upload/audience';

/** Returns the address of the page of a person. */
export const personPath = (personId: string) => `${AUDIENCE_PATH}?person=${encodeURIComponent(personId)}`;

/** Returns the address of the page for the engagement of a version. */
export const versionPath = (trailerId: string) => `${AUDIENCE_PATH}?version=${encodeURIComponent(trailerId)}`;
