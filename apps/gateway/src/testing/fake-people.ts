import { Controller } from '@nestjs/common';
import { AppError, peopleRpc, type RpcParsedInput } from '@secure-preview/contracts';
import { RpcHandler, type RpcServer } from '@secure-preview/rpc';

const { methods } = peopleRpc;

/** Leads that were marked as staff, and whether the next calls fail. */
export const staffLeads = { ids: [] as string[], isFailing: false };

@Controller()
export class FakePeople implements RpcServer<typeof peopleRpc> {
  @RpcHandler(methods.markStaff)
  async markStaff({ leadId }: RpcParsedInput<typeof methods.markStaff>) {
    if (staffLeads.isFailing) throw new AppError('SERVICE_UNAVAILABLE');
    staffLeads.ids.push(leadId);
    return { ok: true as const };
  }
}
