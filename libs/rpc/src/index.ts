export { createRpcClient, type RpcCall, type RpcClient } from './client/create-rpc-client.js';
export {
  RpcListClient,
  type RpcListClientOptions,
  type RpcQueue,
  type RpcTransport,
} from './client/rpc-list-client.js';
export { RedisAddressError, sentinelOptions } from './connection/redis-address.js';
export { type RedisFactory, type RedisSource, redisFromUrl } from './connection/redis-from-url.js';
export { reportConnection } from './connection/report-connection.js';
export { watchConnection } from './connection/watch-connection.js';
export type { Actor, CallContext, RpcContext } from './context.js';
export type { RpcLogger } from './logger.js';
export type {
  CallOutcome,
  ClientObserver,
  IncomingCall,
  OutgoingCall,
  ServerObserver,
} from './observer.js';
export {
  ResponseContractError,
  RpcHandler,
  type RpcHandlerFunction,
  type RpcServer,
} from './server/rpc-handler.js';
export { RpcListServer, type RpcListServerOptions } from './server/rpc-list-server.js';
