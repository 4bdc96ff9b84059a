import * as z from 'zod/mini';
import { GATE_FIELDS_KEY } from '../constants.js';

const gateFields = z.object({ name: z.string(), email: z.string() });
type GateFields = z.infer<typeof gateFields>;

/** What was entered at the gate in this tab, so that it need not be typed again after the session expired. */
export const rememberedGateFields = {
  read(): GateFields | undefined {
    try {
      return gateFields.safeParse(JSON.parse(sessionStorage.getItem(GATE_FIELDS_KEY) ?? 'null')).data;
    } catch {
      return undefined;
    }
  },
  save({ name, email }: GateFields): void {
    try {
      sessionStorage.setItem(GATE_FIELDS_KEY, JSON.stringify({ name, email }));
    } catch {
      // Storage is closed or full: the gate is empty next time.
    }
  },
  forget(): void {
    try {
      sessionStorage.removeItem(GATE_FIELDS_KEY);
    } catch {
      // Nothing was kept.
    }
  },
};
