import { type PortalConfig, type PreviewTexts, routes } from '@secure-preview/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { reader } from '../query-client.js';

/** Names, contacts and terms of this portal. */
export const portalConfigQuery = queryOptions<PortalConfig>({
  queryKey: [routes.portal.config.path],
  queryFn: reader(routes.portal.config),
});

/** Texts of the trailer page, for viewers. */
export const previewTextsQuery = queryOptions<PreviewTexts>({
  queryKey: [routes.portal.previewTexts.path],
  queryFn: reader(routes.portal.previewTexts),
});

export const usePortalConfig = () => useQuery(portalConfigQuery);
