import { type DynamicModule, Module, type ValueProvider } from '@nestjs/common';

@Module({})
class SettingsModule {}

/** Provides every module with the settings that were read at start. */
export function settingsModule(providers: ValueProvider[]): DynamicModule {
  const exported = providers.map(({ provide }) => provide);
  return { module: SettingsModule, global: true, providers, exports: exported };
}
