/** The one key pair that may use the store, and the region its signatures must name. */
export interface Identity {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}
