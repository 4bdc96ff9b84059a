export * from './alert.js';
export * from './alert.queries.js';
export * from './derive-secret.js';
export * from './outbox.queries.js';
export * from './outgoing.js';
