import { flagsRoutes } from '@secure-preview/contracts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/http-client.js';

/** Dismisses a flag, or counts it again. */
export const useDismissFlag = () =>
  useMutation({
    mutationFn: ({ flagId, dismissed }: { flagId: string; dismissed: boolean }) =>
      call(flagsRoutes.dismiss, { params: { flagId }, body: { dismissed } }),
  });
