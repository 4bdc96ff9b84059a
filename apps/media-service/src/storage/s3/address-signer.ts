import { GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { BrowserAddress } from '@secure-preview/contracts';
import type { MediaEnvironment } from '../../environment.js';
import { publicEndpoint } from '../public-endpoint.js';
import { s3Client } from './s3-client.js';

/** Clients kept: the host name comes from the browser, so their number must not grow with what is sent. */
const MAX_CLIENTS = 20;

/** Signs addresses for browsers, by computation alone: nothing is asked of the store. */
export class AddressSigner {
  private readonly clients = new Map<string, S3Client>();

  constructor(private readonly settings: MediaEnvironment) {}

  put(Key: string, browser: BrowserAddress, expiresIn: number): Promise<string> {
    const command = new PutObjectCommand({ Bucket: this.settings.S3_BUCKET, Key });
    return getSignedUrl(this.client(browser), command, { expiresIn });
  }

  get(Key: string, browser: BrowserAddress, expiresIn: number, ResponseContentType: string): Promise<string> {
    const command = new GetObjectCommand({ Bucket: this.settings.S3_BUCKET, Key, ResponseContentType });
    return getSignedUrl(this.client(browser), command, { expiresIn });
  }

  private client(browser: BrowserAddress): S3Client {
    const endpoint = publicEndpoint(this.settings, browser);
    const known = this.clients.get(endpoint);
    if (known) return known;
    const [oldest] = this.clients.keys();
    if (oldest !== undefined && this.clients.size >= MAX_CLIENTS) this.clients.delete(oldest);
    const client = s3Client(this.settings, endpoint);
    this.clients.set(endpoint, client);
    return client;
  }
}
