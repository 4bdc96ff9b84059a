export * from './access-table.js';
export * from './document.js';
