import { type PortalConfig, type PreviewTexts, portalRoutes } from '@secure-preview/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../http-client.js';
import { reader } from '../query-client.js';

/** Names, contacts and terms of this portal. */
export const portalConfigQuery = queryOptions<PortalConfig>({
  queryKey: [portalRoutes.config.path],
  queryFn: ({ signal }) => call(portalRoutes.config, { query: {} }, { signal }),
});

/** Texts of the trailer page, for viewers. */
export const previewTextsQuery = queryOptions<PreviewTexts>({
  queryKey: [portalRoutes.previewTexts.path],
  queryFn: reader(portalRoutes.previewTexts),
});

export const usePortalConfig = () => useQuery(portalConfigQuery);
