import { storedPerson } from '@secure-preview/contracts';
import { GATE_FIELDS_KEY } from '../constants.js';
import { sessionMemory } from './session-memory.js';

/** Input of the gate in this tab, which is restored after the session has expired. */
export const rememberedGateFields = sessionMemory(GATE_FIELDS_KEY, storedPerson);
