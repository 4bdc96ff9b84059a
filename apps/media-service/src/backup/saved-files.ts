/** Path of an object in a backup: `objects/` and its key. */
const OBJECT_FILE = /^objects\/([0-9a-f]{40})$/;
export const objectFile = (key: string) => `objects/${key}`;
export const keyOfFile = (name: string): string | undefined => OBJECT_FILE.exec(name)?.[1];

/** File that holds the secrets used to wrap trailer keys. */
export const SECRETS_FILE = 'secrets.json';

export interface SavedSecrets {
  readonly current: string;
  readonly previous: string | null;
}
