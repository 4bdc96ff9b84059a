export * from './derive-secret.js';
export * from './outbox.queries.js';
export * from './outgoing.js';
