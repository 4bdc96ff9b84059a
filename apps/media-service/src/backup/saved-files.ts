/** Where an object lies in a backup: below this name, by its key. */
const OBJECT_FILE = /^objects\/([0-9a-f]{40})$/;
export const objectFile = (key: string) => `objects/${key}`;
export const keyOfFile = (name: string): string | undefined => OBJECT_FILE.exec(name)?.[1];

/** File with the secrets with which the keys of trailers were wrapped. */
export const SECRETS_FILE = 'secrets.json';

export interface SavedSecrets {
  readonly current: string;
  readonly previous: string | null;
}
