import type * as z from 'zod/mini';

/** A value that this tab keeps until it is deleted. */
export interface SessionMemory<T> {
  /** Returns undefined if nothing is stored, or if it does not match the schema. */
  read(): T | undefined;
  save(value: T): void;
  forget(): void;
}

/** Keeps a value in the tab's session storage. Only keys of the schema are stored. */
export function sessionMemory<T>(key: string, schema: z.ZodMiniType<T>): SessionMemory<T> {
  return {
    read() {
      try {
        return schema.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null')).data;
      } catch {
        return undefined;
      }
    },
    save(value) {
      try {
        sessionStorage.setItem(key, JSON.stringify(schema.parse(value)));
      } catch {
        // Storage is unavailable or full: the value is not kept.
      }
    },
    forget() {
      try {
        sessionStorage.removeItem(key);
      } catch {
        // Nothing was stored.
      }
    },
  };
}
