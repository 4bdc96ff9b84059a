import {
  type PortalConfig,
  type PreviewTexts,
  portalConfigRoute,
  previewTextsRoute,
} from '@secure-preview/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMessages } from '../../messages/use-messages.js';
import { call } from '../http-client.js';
import { reader } from '../query-client.js';

/** Names, contacts and terms of this portal, with the terms in English. */
export const portalConfigQuery = queryOptions<PortalConfig>({
  queryKey: [portalConfigRoute.path],
  queryFn: ({ signal }) => call(portalConfigRoute, { query: {} }, { signal }),
});

/** The same with the terms in a language. Its key begins with that of {@link portalConfigQuery}. */
export const portalConfigQueryIn = (language: string) =>
  language === 'en'
    ? portalConfigQuery
    : queryOptions<PortalConfig>({
        queryKey: [...portalConfigQuery.queryKey, language],
        queryFn: ({ signal }) => call(portalConfigRoute, { query: { language } }, { signal }),
      });

/** Texts of the trailer page, for viewers. */
export const previewTextsQuery = queryOptions<PreviewTexts>({
  queryKey: [previewTextsRoute.path],
  queryFn: reader(previewTextsRoute),
});

export const usePortalConfig = () => useQuery(portalConfigQueryIn(useMessages().language));
