export type { ObjectStoreLogger } from './http/request-handler.js';
export { type ObjectStore, type ObjectStoreOptions, startObjectStore } from './object-store.js';
