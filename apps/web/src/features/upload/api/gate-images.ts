import { type GateImageKind, gateImagesRoutes } from '@secure-preview/contracts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/http-client.js';

/** Has an uploaded image of the gate checked, which gives it an id. */
export function useFinishGateImage(kind: GateImageKind) {
  return useMutation({
    mutationFn: (imageURL: string) => call(gateImagesRoutes.finishUpload, { body: { kind, imageURL } }),
  });
}
