import { Controller } from '@nestjs/common';
import { type RpcParsedInput, type RpcResult, settingsRpc } from '@secure-preview/contracts';
import { type RpcContext, RpcHandler, type RpcServer } from '@secure-preview/rpc';
import { AlertSettingsRepository } from './alert-settings.repository.js';
import { SettingsService } from './settings.service.js';
import { SettingsHistoryService } from './settings-history.service.js';
import { SettingsPublisherService } from './settings-publisher.service.js';

const { methods } = settingsRpc;

@Controller()
export class SettingsRpcController implements RpcServer<typeof settingsRpc> {
  constructor(
    private readonly settings: SettingsService,
    private readonly publisher: SettingsPublisherService,
    private readonly changes: SettingsHistoryService,
    private readonly alerts: AlertSettingsRepository,
  ) {}

  @RpcHandler(methods.read)
  async read(): Promise<RpcResult<typeof methods.read>> {
    return this.settings.current();
  }

  @RpcHandler(methods.change)
  async change(
    { by, ...change }: RpcParsedInput<typeof methods.change>,
    { commandId }: RpcContext,
  ): Promise<RpcResult<typeof methods.change>> {
    const changed = await this.settings.change(change, by, commandId);
    await this.publisher.publish(changed.version);
    return changed;
  }

  @RpcHandler(methods.keepAlertSettings)
  async keepAlertSettings({
    version,
    settings,
  }: RpcParsedInput<typeof methods.keepAlertSettings>): Promise<RpcResult<typeof methods.keepAlertSettings>> {
    await this.alerts.keep(version, settings);
    return { ok: true };
  }

  @RpcHandler(methods.history)
  async history(input: RpcParsedInput<typeof methods.history>): Promise<RpcResult<typeof methods.history>> {
    return this.changes.list(input);
  }
}
