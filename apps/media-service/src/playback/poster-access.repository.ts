/** Where a poster lies, and the trailers that have it. */
export interface PlacedPoster {
  readonly objectKey: string;
  readonly contentType: string;
  readonly trailers: readonly { readonly id: string; readonly shown: boolean }[];
}

export abstract class PosterAccessRepository {
  abstract find(posterId: string): Promise<PlacedPoster | undefined>;
}
