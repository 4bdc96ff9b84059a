import { randomUUID } from 'node:crypto';
import { Controller } from '@nestjs/common';
import {
  AppError,
  type LeakCase,
  leaksRpc,
  type NamedCopyResult,
  type RpcParsedInput,
} from '@secure-preview/contracts';
import { RpcHandler, type RpcServer } from '@secure-preview/rpc';

const { methods } = leaksRpc;

const at = '2026-01-01T00:00:00.000Z';

/** Creates a name that the test of single people found. */
export const namedCopyOf = (markId: string): NamedCopyResult => ({
  markId,
  trailerId: randomUUID(),
  test: 'single',
  log10Np: -9,
  partners: [],
  sameCodeword: [],
  differs: [],
});

/** A found copy that is finished, with a result that names these copies. */
export const leakCaseOf = (names: NamedCopyResult[]): LeakCase => ({
  id: randomUUID(),
  fileName: 'clip.mp4',
  bytes: 1000,
  seconds: 30,
  status: 'done',
  step: null,
  progress: 100,
  failure: null,
  result: {
    verdict: names.length > 1 ? 'several' : names.length > 0 ? 'named' : 'inconclusive',
    names,
    reason: names.length > 0 ? null : { code: 'otherFilm', params: {} },
    enoughSeconds: null,
    codewordsScored: 100,
    readings: [],
  },
  hasPictures: true,
  note: '',
  createdAt: at,
  finishedAt: at,
});

/** State of the fake, and calls that it received. */
export const leaks = {
  /** Answer of all calls. */
  found: leakCaseOf([]),
  /** Cases that do not exist. */
  unknown: [] as string[],
  created: [] as RpcParsedInput<typeof methods.createCase>[],
  cancelled: [] as string[],
  removed: [] as string[],
  notes: [] as RpcParsedInput<typeof methods.setNote>[],
  pictures: [] as RpcParsedInput<typeof methods.readPicture>[],
};

/** Bytes of the picture that the fake has of each case. */
export const leakJpeg = Buffer.from([0xff, 0xd8, 0xff, 0xd9]);

@Controller()
export class FakeLeaks implements RpcServer<typeof leaksRpc> {
  @RpcHandler(methods.createCase)
  async createCase(input: RpcParsedInput<typeof methods.createCase>) {
    leaks.created.push(input);
    return leaks.found;
  }

  @RpcHandler(methods.listCases)
  async listCases() {
    const { id, fileName, seconds, status, step, progress, createdAt, result } = leaks.found;
    const verdict = result?.verdict ?? null;
    return { cases: [{ id, fileName, seconds, status, step, progress, createdAt, verdict, title: null }] };
  }

  @RpcHandler(methods.readCase)
  async readCase({ caseId }: RpcParsedInput<typeof methods.readCase>) {
    return find(caseId);
  }

  @RpcHandler(methods.cancelCase)
  async cancelCase({ caseId }: RpcParsedInput<typeof methods.cancelCase>) {
    const found = find(caseId);
    leaks.cancelled.push(caseId);
    return found;
  }

  @RpcHandler(methods.setNote)
  async setNote(input: RpcParsedInput<typeof methods.setNote>) {
    const found = find(input.caseId);
    leaks.notes.push(input);
    return { ...found, note: input.note };
  }

  @RpcHandler(methods.removeCase)
  async removeCase({ caseId }: RpcParsedInput<typeof methods.removeCase>) {
    find(caseId);
    leaks.removed.push(caseId);
    return { ok: true as const };
  }

  @RpcHandler(methods.readPicture)
  async readPicture(input: RpcParsedInput<typeof methods.readPicture>) {
    if (leaks.unknown.includes(input.caseId)) throw new AppError('NOT_FOUND');
    leaks.pictures.push(input);
    return { jpeg: leakJpeg.toString('base64') };
  }
}

function find(caseId: string): LeakCase {
  if (leaks.unknown.includes(caseId)) throw new AppError('LEAK_CASE_NOT_FOUND');
  return leaks.found;
}
