/** The only key pair that may use the store, and the region that signatures must name. */
export interface Identity {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}
