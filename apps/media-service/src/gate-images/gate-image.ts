import type { GateImage } from '@secure-preview/contracts';

/** An image of the gate as stored. Its content never changes. */
export interface StoredGateImage extends GateImage {
  readonly objectKey: string;
  readonly contentType: string;
  readonly bytes: number;
}

export const gateImageView = ({ id, kind, width, height }: StoredGateImage): GateImage => ({
  id,
  kind,
  width,
  height,
});
