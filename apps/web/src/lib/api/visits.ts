import { leadsRoutes } from '@secure-preview/contracts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../http-client.js';

/** Ends or allows a visit, for the administrator. */
export const useChangeVisit = () =>
  useMutation({
    mutationFn: ({ leadId, visitEnded }: { leadId: string; visitEnded: boolean }) =>
      call(visitEnded ? leadsRoutes.endVisit : leadsRoutes.allowVisit, { params: { leadId } }),
  });
