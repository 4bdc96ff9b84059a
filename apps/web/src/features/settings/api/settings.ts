import { type RouteRequest, type SettingsView, settingsRoutes } from '@secure-preview/contracts';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { portalConfigQuery, previewTextsQuery } from '../../../lib/api/portal-config.js';
import { call } from '../../../lib/http-client.js';
import { hasCode } from '../../../lib/http-error.js';
import { reader } from '../../../lib/query-client.js';
import { settingsHistoryLists } from './settings-history.js';

/** The settings with their defaults. Refetched on every mount, because others can change them. */
export const settingsQuery = queryOptions<SettingsView>({
  queryKey: [settingsRoutes.read.path],
  queryFn: reader(settingsRoutes.read),
  staleTime: 0,
});

/** Refetches what others changed. */
function refreshSettings(queryClient: QueryClient): Promise<unknown> {
  return Promise.all([
    queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: settingsHistoryLists }),
  ]);
}

/** Changes settings by a route of their own. */
function useOwnRoute(change: () => Promise<SettingsView>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (saved) => {
      queryClient.setQueryData(settingsQuery.queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: settingsHistoryLists });
    },
  });
}

/** Requires every visitor to accept the terms again. */
export const useAskTermsAgain = () => useOwnRoute(() => call(settingsRoutes.askTermsAgain));

/** No longer requires visitors to accept the terms again. */
export const useWithdrawTermsAgain = () => useOwnRoute(() => call(settingsRoutes.withdrawTermsAgain));

/** Saves changes. After a conflict, stays pending until the newer settings are loaded. */
export function useSaveSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: RouteRequest<typeof settingsRoutes.change>['body']) =>
      call(settingsRoutes.change, { body }),
    onSuccess: (saved) => {
      queryClient.setQueryData(settingsQuery.queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: settingsHistoryLists });
      // Names and texts that other pages show.
      void queryClient.invalidateQueries({ queryKey: portalConfigQuery.queryKey });
      void queryClient.invalidateQueries({ queryKey: previewTextsQuery.queryKey });
    },
    onError: async (error) => {
      const isOutdated = hasCode(error, 'SETTINGS_CHANGED') || hasCode(error, 'SETTING_LOCKED');
      if (isOutdated) await refreshSettings(queryClient);
    },
  });
}
