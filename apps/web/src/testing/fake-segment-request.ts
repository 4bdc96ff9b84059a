import { onTestEnd } from './on-test-end.js';

/** An `XMLHttpRequest` that a test answers. */
export class FakeSegmentRequest extends EventTarget {
  static readonly HEADERS_RECEIVED = 2;
  /** Requests of the running test, in their order. */
  static all: FakeSegmentRequest[] = [];

  readonly HEADERS_RECEIVED = FakeSegmentRequest.HEADERS_RECEIVED;
  readyState = 0;
  status = 0;
  statusText = '';
  responseType = '';
  response: ArrayBuffer | undefined;
  responseURL = '';
  url = '';
  isAborted = false;
  onreadystatechange: (() => void) | null = null;

  /** Replaces `XMLHttpRequest` until the end of the test. */
  static install(): void {
    FakeSegmentRequest.all = [];
    const { XMLHttpRequest } = globalThis;
    globalThis.XMLHttpRequest = FakeSegmentRequest as unknown as typeof XMLHttpRequest;
    onTestEnd(() => {
      globalThis.XMLHttpRequest = XMLHttpRequest;
    });
  }

  static lastOf(url: string): FakeSegmentRequest {
    const found = FakeSegmentRequest.all.findLast((request) => request.url === url);
    if (!found) throw new Error(`${url} was not requested`);
    return found;
  }

  open(_method: string, url: string): void {
    this.url = url;
    this.readyState = 1;
  }
  send(): void {
    FakeSegmentRequest.all.push(this);
  }
  abort(): void {
    this.isAborted = true;
  }
  respond(status: number): void {
    this.status = status;
    this.change(FakeSegmentRequest.HEADERS_RECEIVED);
  }
  finish(bytes: number): void {
    this.response = new ArrayBuffer(bytes);
    this.change(4);
    this.dispatchEvent(new Event('loadend'));
  }

  private change(readyState: number): void {
    this.readyState = readyState;
    // Listeners that were added before the handler run first, as in browsers.
    this.dispatchEvent(new Event('readystatechange'));
    this.onreadystatechange?.();
  }
}
