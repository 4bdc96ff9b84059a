export * from './environment-or-exit.js';
export * from './load-environment.js';
export * from './migrate-environment.js';
export * from './variables.js';
