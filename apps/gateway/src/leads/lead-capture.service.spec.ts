import { AppError } from '@secure-preview/contracts';
import type { CallContext } from '@secure-preview/rpc';
import { until } from '@secure-preview/testing';
import { RequestContext } from '../http/request-context.js';
import { LeadCaptureService } from './lead-capture.service.js';

const form = { name: 'Ada', email: 'ada@example.com', termsAccepted: 'true' as const };

/** Request context without a real request. */
class FakeRequestContext extends RequestContext {
  constructor() {
    super({} as RequestContext['request'], {} as RequestContext['response']);
  }
  override get ip() {
    return '192.0.2.1';
  }
  override get userAgent() {
    return null;
  }
  override get call() {
    return { requestId: 'r-1' };
  }
}

it('shares one time budget among all calls of a visitor, and one command id among both attempts', async () => {
  const calls: CallContext[] = [];
  const leads = {
    capture: async (_input: unknown, call: CallContext) => {
      calls.push(call);
      const now = performance.now();
      await until(() => performance.now() > now + 20);
      if (calls.length === 1) throw new AppError('TERMS_NOT_REGISTERED');
      return { leadId: 'the lead' };
    },
  };
  const registration = { register: async (_terms: unknown, call: CallContext) => void calls.push(call) };
  const terms = { sha256: 'the hash' };
  const portal = { config: () => ({ terms }), terms: [terms] };
  const limit = { take: async () => undefined };
  const dependencies = [leads, limit, portal, registration] as unknown as ConstructorParameters<
    typeof LeadCaptureService
  >;

  const service = new LeadCaptureService(...dependencies);
  expect(await service.capture(form, new FakeRequestContext(), { sessionRef: 'a session' })).toBe('the lead');

  const [first, between, second] = calls.map(({ withinMs }) => withinMs ?? Number.NaN);
  expect(first).toBeLessThanOrEqual(5000);
  expect(between).toBeLessThan((first ?? 0) - 10);
  expect(second).toBeLessThanOrEqual(between ?? 0);
  expect(calls[2]?.commandId).toBe(calls[0]?.commandId);
});
