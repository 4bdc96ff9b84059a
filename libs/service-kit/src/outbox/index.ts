export { deriveSecret } from './derive-secret.js';
export * from './outbox.queries.js';
export * from './outgoing.js';
