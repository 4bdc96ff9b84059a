/** The parts of a request that a signature covers, with path and query already percent-decoded. */
export interface SignableRequest {
  readonly method: string;
  readonly path: string;
  readonly query: ReadonlyArray<readonly [name: string, value: string]>;
  /** Values by lower-case name, as Node decodes them: one character per byte. */
  readonly headers: Readonly<Record<string, string[] | undefined>>;
}

/** Percent-encodes all but the unreserved characters of RFC 3986, which is stricter than `encodeURIComponent`. */
export function encodeRfc3986(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function canonicalPath(path: string): string {
  return path.split('/').map(encodeRfc3986).join('/');
}

function canonicalQuery(query: SignableRequest['query']): string {
  return query
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [encodeRfc3986(name), encodeRfc3986(value)] as const)
    .sort(([nameA, valueA], [nameB, valueB]) => compare(nameA, nameB) || compare(valueA, valueB))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function canonicalHeader(name: string, values: string[]): string {
  return `${name}:${values.map((value) => value.trim().replace(/ +/g, ' ')).join(',')}\n`;
}

/**
 * Returns the canonical text, which client and server must build identically, one character per byte.
 *
 * Source: "Authenticating Requests: Using the Authorization Header (AWS Signature Version 4)", task 1. S3
 * encodes the path once and does not resolve dots in it.
 */
export function canonicalRequest(
  request: SignableRequest,
  signedHeaders: readonly string[],
  payloadHash: string,
): string {
  return [
    request.method,
    canonicalPath(request.path),
    canonicalQuery(request.query),
    signedHeaders.map((name) => canonicalHeader(name, request.headers[name] ?? [])).join(''),
    signedHeaders.join(';'),
    payloadHash,
  ].join('\n');
}
