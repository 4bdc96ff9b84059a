import { Inject, Injectable } from '@nestjs/common';
import {
  AppError,
  type GateModeView,
  type gateModeRoutes,
  gateSettingNames,
  keptInside,
  type RouteInput,
  requiredAtGate,
} from '@secure-preview/contracts';
import type { Redis } from 'ioredis';
import { readableAddress } from '../auth/readable-address.js';
import { GATEWAY_ENVIRONMENT, type GatewayEnvironment, REDIS } from '../environment.js';
import type { RequestContext } from '../http/request-context.js';
import { SessionLimit } from '../http/session-limit.js';
import { ENTRY, type EntryClient, SETTINGS, type SettingsClient } from '../rpc/rpc.module.js';
import { SettingsFollowerService } from '../settings/settings-follower.service.js';
import { UploadPasswordService } from '../upload-password/upload-password.service.js';

type Change = RouteInput<typeof gateModeRoutes.change>['body'];
type TestCodeRequest = RouteInput<typeof gateModeRoutes.sendTestCode>['body'];

/** Reads and changes who may pass the gate (docs/product.md#access). */
@Injectable()
export class GateModeService {
  private readonly testCodeLimit: SessionLimit;

  constructor(
    @Inject(ENTRY) private readonly entry: EntryClient,
    @Inject(SETTINGS) private readonly settings: SettingsClient,
    @Inject(GATEWAY_ENVIRONMENT) private readonly environment: GatewayEnvironment,
    private readonly follower: SettingsFollowerService,
    private readonly uploadPassword: UploadPasswordService,
    @Inject(REDIS) redis: Redis,
  ) {
    // A stolen session must not send mails to many strangers.
    this.testCodeLimit = new SessionLimit(redis, {
      keyPrefix: 'portal:test-codes',
      points: 20,
      seconds: 3600,
    });
  }

  async read(http: RequestContext): Promise<GateModeView> {
    this.follower.adopt(await this.settings.read({}, http.call));
    return this.view();
  }

  async sendTestCode({ email, language: shown }: TestCodeRequest, http: RequestContext) {
    await this.testCodeLimit.take(http);
    const { companyName, languages } = this.follower.current.values;
    const language = shown ?? languages[0] ?? 'en';
    const input = { email: readableAddress(email), language, companyName };
    return this.entry.requestCode({ ...input, purpose: 'test' }, http.call);
  }

  /** @throws AppError `SETTING_LOCKED`, `TEST_CODE_REQUIRED`, and those of password, code and settings */
  async change(
    { version, password, testCode, gateAppliesTo, ...gate }: Change,
    http: RequestContext,
  ): Promise<GateModeView> {
    const locked = this.locked;
    if (locked) throw new AppError('SETTING_LOCKED', { params: { name: locked } });
    await this.uploadPassword.confirm(password, http);
    await this.read(http);
    if (gate.gateMode !== 'open' && this.follower.current.values.gateMode === 'open') {
      if (!testCode) throw new AppError('TEST_CODE_REQUIRED');
      const email = readableAddress(testCode.email);
      await this.entry.verifyCode({ ...testCode, email, purpose: 'test' }, http.call);
    }
    const before = this.follower.current.values;
    const requiredInside = gateAppliesTo === 'everybody' ? requiredAtGate(gate) : keptInside(before, gate);
    const set = { ...gate, requiredInside };
    const { ref: sessionRef, viewer } = http.session;
    const by = { sessionRef, name: viewer.name };
    this.follower.adopt(await this.settings.change({ version, set, reset: [], by }, http.call));
    return this.view();
  }

  private get locked(): string | undefined {
    return gateSettingNames.find((name) => this.environment.SETTINGS_LOCKED.includes(name));
  }

  private view(): GateModeView {
    const { version, values } = this.follower.current;
    const { gateMode, invitationProof } = values;
    return { version, gateMode, invitationProof, locked: this.locked !== undefined };
  }
}
