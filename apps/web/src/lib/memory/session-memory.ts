import type * as z from 'zod/mini';

/** A value that this tab keeps until it is forgotten. */
export interface SessionMemory<T> {
  /** Returns undefined when nothing is kept, or when it is not of the schema. */
  read(): T | undefined;
  save(value: T): void;
  forget(): void;
}

/** Keeps a value in the tab's session storage; only what the schema names is stored. */
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
        // Storage is closed or full: nothing is there next time.
      }
    },
    forget() {
      try {
        sessionStorage.removeItem(key);
      } catch {
        // Nothing was kept.
      }
    },
  };
}
