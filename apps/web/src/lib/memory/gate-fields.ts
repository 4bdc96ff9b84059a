import { storedPerson } from '@secure-preview/contracts';
import { GATE_FIELDS_KEY } from '../constants.js';
import { sessionMemory } from './session-memory.js';

/** Input of the gate in this tab, so that it need not be typed again after the session expired. */
export const rememberedGateFields = sessionMemory(GATE_FIELDS_KEY, storedPerson);
