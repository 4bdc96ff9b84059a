/** The stored object of a poster, and the trailers that use it. */
export interface PlacedPoster {
  readonly objectKey: string;
  readonly contentType: string;
  readonly trailers: readonly { readonly id: string; readonly shown: boolean }[];
}

export abstract class PosterAccessRepository {
  abstract find(posterId: string): Promise<PlacedPoster | undefined>;
}
