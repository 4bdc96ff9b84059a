import { Controller } from '@nestjs/common';
import { AppError, type MarkedPerson, peopleRpc, type RpcParsedInput } from '@secure-preview/contracts';
import { RpcHandler, type RpcServer } from '@secure-preview/rpc';
import { markOf } from './fake-marks.js';

const { methods } = peopleRpc;
type Access = RpcParsedInput<typeof methods.setAccess>;

/** Leads that were marked as staff, whether the next calls fail, and how many failed. */
export const staffLeads = { ids: [] as string[], isFailing: false, failures: 0 };

/** People to compare with the blocks, whether they stay due after that, and the results that were stored. */
export const access = {
  areAlwaysDue: false,
  unchecked: [] as { id: string; email: string; networks: string[] }[],
  stored: [] as Access[],
};

/** People by their mark ids, whether the calls for them fail, and their inputs. */
export const marked = {
  people: [] as MarkedPerson[],
  isFailing: false,
  calls: [] as RpcParsedInput<typeof methods.ofMarks>[],
};

@Controller()
export class FakePeople implements RpcServer<typeof peopleRpc> {
  @RpcHandler(methods.markStaff)
  async markStaff({ leadId }: RpcParsedInput<typeof methods.markStaff>) {
    failIfRequested();
    staffLeads.ids.push(leadId);
    return { ok: true as const };
  }

  @RpcHandler(methods.markAllStaff)
  async markAllStaff({ leadIds }: RpcParsedInput<typeof methods.markAllStaff>) {
    failIfRequested();
    staffLeads.ids.push(...leadIds);
    return { marked: leadIds.length };
  }

  @RpcHandler(methods.markOf)
  async markOf({ leadId }: RpcParsedInput<typeof methods.markOf>) {
    return markOf(leadId);
  }

  @RpcHandler(methods.ofMarks)
  async ofMarks(input: RpcParsedInput<typeof methods.ofMarks>) {
    marked.calls.push(input);
    if (marked.isFailing) throw new AppError('SERVICE_UNAVAILABLE');
    return { people: marked.people.filter(({ markId }) => input.markIds.includes(markId)) };
  }

  @RpcHandler(methods.accessToCheck)
  async accessToCheck() {
    return { people: access.unchecked };
  }

  @RpcHandler(methods.setAccess)
  async setAccess(stored: Access) {
    access.stored.push(stored);
    if (access.areAlwaysDue) return { ok: true as const };
    const ids = stored.people.map(({ id }) => id);
    access.unchecked = access.unchecked.filter(({ id }) => !ids.includes(id));
    return { ok: true as const };
  }
}

function failIfRequested(): void {
  if (!staffLeads.isFailing) return;
  staffLeads.failures += 1;
  throw new AppError('SERVICE_UNAVAILABLE');
}
