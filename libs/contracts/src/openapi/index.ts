export * from './access-table.js';
export * from './document.js';
export {
  methodsToday,
  type Sent,
  type SentMethod,
  type Shape,
  sessionToday,
  type WireMethod,
} from './wire-shape.js';
