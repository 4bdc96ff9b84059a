import { type WebhookStatus, webhooksRoutes } from '@secure-preview/contracts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/http-client.js';
import { reader } from '../../../lib/query-client.js';

/** Milliseconds between two reads while a test is under way, and after which the page stops reading. */
const POLL_MS = 2000;
const GIVE_UP_MS = 60_000;

/** Deliveries to the saved address. */
const webhookStatusQuery = (url: string) =>
  queryOptions<WebhookStatus>({
    queryKey: [webhooksRoutes.status.path, url],
    queryFn: reader(webhooksRoutes.status),
    staleTime: 0,
  });

/** A test that this page sent. */
interface SentTest {
  key: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** Returns whether the first attempt of a test has no outcome yet. */
const isUnderWay = ({ key, at }: SentTest, status: WebhookStatus | undefined): boolean =>
  Date.now() - at < GIVE_UP_MS &&
  (status?.lastTest?.key !== key ||
    (status.lastTest.state !== 'delivered' && status.lastTest.reason === null));

/**
 * Sends tests, and reads the outcomes of the webhooks.
 *
 * @param url the saved address
 */
export function useWebhookStatus(url: string) {
  const queryClient = useQueryClient();
  const [sent, setSent] = useState<SentTest>();
  const status = useQuery({
    ...webhookStatusQuery(url),
    refetchInterval: ({ state }) => (sent && isUnderWay(sent, state.data) ? POLL_MS : false),
  });
  const test = useMutation({
    mutationFn: () => call(webhooksRoutes.test),
    onSuccess: ({ key }) => {
      setSent({ key, at: Date.now() });
      return queryClient.invalidateQueries({ queryKey: webhookStatusQuery(url).queryKey });
    },
  });
  return { status, test };
}

/** Reads the signing secret of the saved address. */
export const useReadWebhookSecret = () => useMutation({ mutationFn: () => call(webhooksRoutes.secret) });
