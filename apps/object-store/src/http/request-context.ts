import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DeclaredPayload } from '../signature/payload-hash.js';
import type { ObjectFiles } from '../storage/object-files.js';
import type { S3Request } from './s3-request.js';

/** Context of an operation, once the signature has been verified. */
export interface RequestContext {
  readonly request: S3Request;
  readonly payload: DeclaredPayload;
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  readonly files: ObjectFiles;
  readonly maxObjectBytes: number;
  /** Sends `100 Continue` to a client that waits for it before it sends its body. */
  acceptBody(): void;
}

/** Responds with an XML document. */
export function sendXml(response: ServerResponse, status: number, xml: string): void {
  const body = Buffer.from(xml);
  response.writeHead(status, { 'Content-Type': 'application/xml', 'Content-Length': body.length }).end(body);
}
