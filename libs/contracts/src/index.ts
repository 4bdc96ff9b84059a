export * from './errors/app-error.js';
export * from './errors/error-body.js';
export * from './errors/error-codes.js';
export * from './errors/parse.js';
export * from './http/define-route.js';
export * from './rpc/define-rpc.js';
