import * as z from 'zod/mini';
import { GATE_FIELDS_KEY } from '../constants.js';
import { sessionMemory } from './session-memory.js';

/** Input of the gate in this tab, so that it need not be typed again after the session expired. */
export const rememberedGateFields = sessionMemory(
  GATE_FIELDS_KEY,
  z.object({ name: z.string(), email: z.string() }),
);
