import { type GateImageKind, gateImagesRoutes } from '@secure-preview/contracts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/http-client.js';

/** Requests the check of an uploaded image of the gate. The response contains its id. */
export function useFinishGateImage(kind: GateImageKind) {
  return useMutation({
    mutationFn: (imageURL: string) => call(gateImagesRoutes.finishUpload, { body: { kind, imageURL } }),
  });
}
