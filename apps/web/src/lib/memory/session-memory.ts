import type * as z from 'zod/mini';

/** A value in the session storage of this tab. */
export interface SessionMemory<S extends z.ZodMiniType> {
  /** Returns undefined if nothing is stored, or if the stored value does not match the schema. */
  read(): z.output<S> | undefined;
  save(value: z.input<S>): void;
  forget(): void;
}

/** Stores a value in the session storage of the tab. Stores only keys of the schema. */
export function sessionMemory<S extends z.ZodMiniType>(key: string, schema: S): SessionMemory<S> {
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
        // Storage is unavailable or full: the value is not stored.
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
