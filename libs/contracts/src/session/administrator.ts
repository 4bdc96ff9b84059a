import * as z from 'zod/mini';

/** Session of an administrator, and the name that was entered at the gate. */
export const administrator = z.object({ sessionRef: z.uuid(), name: z.string() });
export type Administrator = z.infer<typeof administrator>;
