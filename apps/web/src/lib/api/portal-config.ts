import {
  type PortalConfig,
  type PreviewTexts,
  portalConfigRoute,
  previewTextsRoute,
} from '@secure-preview/contracts';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useMessages } from '../../messages/use-messages.js';
import { call } from '../http-client.js';
import { reader } from '../query-client.js';

/** Names, contacts and terms of this portal, with the terms in English. */
export const portalConfigQuery = queryOptions<PortalConfig>({
  queryKey: [portalConfigRoute.path],
  queryFn: ({ signal }) => call(portalConfigRoute, { query: {} }, { signal }),
});

/** The same configuration with the terms in a language. Its key begins with that of {@link portalConfigQuery}. */
export const portalConfigQueryIn = (language: string) =>
  language === 'en'
    ? portalConfigQuery
    : queryOptions<PortalConfig>({
        queryKey: [...portalConfigQuery.queryKey, language],
        queryFn: ({ signal }) => call(portalConfigRoute, { query: { language } }, { signal }),
      });

/** Reads the configuration again, after a change that concerns this browser. Keeps the last one if that fails. */
export async function refreshPortalConfig(client: QueryClient, language: string): Promise<void> {
  const query = portalConfigQueryIn(language);
  // A request that was sent before the change may still be answered.
  await client.cancelQueries({ queryKey: query.queryKey });
  await client.fetchQuery({ ...query, staleTime: 0 }).catch(() => undefined);
}

/** Texts of the trailer page, for viewers. */
export const previewTextsQuery = queryOptions<PreviewTexts>({
  queryKey: [previewTextsRoute.path],
  queryFn: reader(previewTextsRoute),
});

export const usePortalConfig = () => useQuery(portalConfigQueryIn(useMessages().language));
