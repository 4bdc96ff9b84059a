import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { settingsModule } from '@secure-preview/service-kit';
import { AccessAdminModule } from './access-admin/access-admin.module.js';
import { EngagementModule } from './audience/engagement.module.js';
import { PeopleListModule } from './audience/people-list.module.js';
import { PersonModule } from './audience/person.module.js';
import { AuthModule } from './auth/auth.module.js';
import { CaptionsModule } from './captions/captions.module.js';
import { EntryModule } from './entry/entry.module.js';
import { GATEWAY_ENVIRONMENT, LOGGER, REDIS } from './environment.js';
import { FlagsModule } from './flags/flags.module.js';
import { GateArtModule } from './gate-art/gate-art.module.js';
import type { GatewayDependencies } from './gateway-dependencies.js';
import { HealthModule } from './health/health.module.js';
import { ErrorFilter } from './http/error.filter.js';
import { LeadsModule } from './leads/leads.module.js';
import { LeaksModule } from './leaks/leaks.module.js';
import { LiveModule } from './live/live.module.js';
import { MailPreviewsModule } from './mail-previews/mail-previews.module.js';
import { ShedReport } from './overload/shed-report.js';
import { PlaybackModule } from './playback/playback.module.js';
import { PortalModule } from './portal/portal.module.js';
import { RpcModule } from './rpc/rpc.module.js';
import { AccessRules } from './sessions/access-rules.js';
import { Levels } from './sessions/levels.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { SettingsModule } from './settings/settings.module.js';
import { StreamsModule } from './streams/streams.module.js';
import { TrailersModule } from './trailers/trailers.module.js';
import { UnsentMailsModule } from './unsent-mails/unsent-mails.module.js';
import { UploadsModule } from './uploads/uploads.module.js';
import { ViewingModule } from './viewing/viewing.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

@Module({})
class AppModule {}

/** Creates the root module of the gateway. */
export function appModule({
  settings,
  logger,
  redis,
  levels,
  rules,
  report,
}: GatewayDependencies): DynamicModule {
  return {
    module: AppModule,
    imports: [
      settingsModule([
        { provide: GATEWAY_ENVIRONMENT, useValue: settings },
        { provide: LOGGER, useValue: logger },
        { provide: REDIS, useValue: redis },
        { provide: Levels, useValue: levels },
        { provide: AccessRules, useValue: rules },
        { provide: ShedReport, useValue: report },
      ]),
      RpcModule,
      SessionsModule,
      SettingsModule,
      GateArtModule,
      PortalModule,
      HealthModule,
      LeadsModule,
      PeopleListModule,
      PersonModule,
      FlagsModule,
      AuthModule,
      EntryModule,
      AccessAdminModule,
      ViewingModule,
      StreamsModule,
      LiveModule,
      PlaybackModule,
      UploadsModule,
      TrailersModule,
      LeaksModule,
      CaptionsModule,
      WebhooksModule,
      MailPreviewsModule,
      UnsentMailsModule,
      EngagementModule,
    ],
    providers: [{ provide: APP_FILTER, useClass: ErrorFilter }],
  };
}
