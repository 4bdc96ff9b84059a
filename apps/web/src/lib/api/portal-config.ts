import { type PortalConfig, routes } from '@secure-preview/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { reader } from '../query-client.js';

/** Names, contacts and terms of this portal. */
export const portalConfigQuery = queryOptions<PortalConfig>({
  queryKey: [routes.portal.config.path],
  queryFn: reader(routes.portal.config),
});

export const usePortalConfig = () => useQuery(portalConfigQuery);
