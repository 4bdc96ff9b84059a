export * from './access-table.js';
export * from './document.js';
export {
  currentMethods,
  currentSession,
  type Recorded,
  type RecordedMethod,
  type Shape,
  type WireMethod,
} from './wire-shape.js';
