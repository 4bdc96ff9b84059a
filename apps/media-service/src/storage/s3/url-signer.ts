import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl, S3RequestPresigner } from '@aws-sdk/s3-request-presigner';
import type { BrowserAddress, DeclaredFile } from '@secure-preview/contracts';
import type { ObjectReader } from '../object-store.js';
import { publicEndpoint } from '../public-endpoint.js';
import { type S3Settings, s3Client } from './s3-client.js';

/** Maximum number of cached clients, because browsers choose the host names. */
const MAX_CLIENTS = 20;

/** Presigns URLs without requests to the store. */
export class UrlSigner {
  private readonly clients = new Map<string, S3Client>();
  private readonly presigner: S3RequestPresigner;

  constructor(private readonly settings: S3Settings) {
    this.presigner = new S3RequestPresigner({ ...s3Client(settings, settings.S3_ENDPOINT).config });
  }

  /** Signs the declared size and type as headers; the store then rejects other values. */
  put(Key: string, browser: BrowserAddress, expiresIn: number, file: DeclaredFile): Promise<string> {
    const declared = { ContentLength: file.size, ContentType: file.type };
    const command = new PutObjectCommand({ Bucket: this.settings.S3_BUCKET, Key, ...declared });
    // Without a declared type, the SDK would sign a default type, which browsers do not send.
    const signableHeaders = new Set(file.type === undefined ? [] : ['content-type']);
    return getSignedUrl(this.client(browser), command, { expiresIn, signableHeaders });
  }

  /**
   * Signs without the middleware of the client, which takes eight times as long. Every segment of every viewer is
   * signed here.
   */
  async get(key: string, reader: ObjectReader, expiresIn: number, contentType: string): Promise<string> {
    const { S3_ENDPOINT, S3_BUCKET } = this.settings;
    const endpoint = reader === 'gateway' ? S3_ENDPOINT : publicEndpoint(this.settings, reader);
    const { protocol, hostname, port, host, origin, pathname } = new URL(endpoint);
    const path = `${pathname.replace(/\/+$/, '')}/${S3_BUCKET}/${key}`;
    const { query = {} } = await this.presigner.presign(
      {
        method: 'GET',
        protocol,
        hostname,
        path,
        headers: { host },
        ...(port === '' ? {} : { port: Number(port) }),
        query: { 'response-content-type': contentType, 'x-id': 'GetObject' },
      },
      { expiresIn },
    );
    const pairs = Object.entries(query).map(
      ([name, value]) => `${name}=${encodeURIComponent(String(value))}`,
    );
    return `${origin}${path}?${pairs.join('&')}`;
  }

  private client(browser: BrowserAddress): S3Client {
    const endpoint = publicEndpoint(this.settings, browser);
    const cached = this.clients.get(endpoint);
    if (cached) return cached;
    const [oldest] = this.clients.keys();
    if (oldest !== undefined && this.clients.size >= MAX_CLIENTS) this.clients.delete(oldest);
    const client = s3Client(this.settings, endpoint);
    this.clients.set(endpoint, client);
    return client;
  }
}
