import { type DynamicModule, Module, type ValueProvider } from '@nestjs/common';

@Module({})
class SettingsModule {}

/** Gives every module what was read once at start. */
export function settingsModule(providers: ValueProvider[]): DynamicModule {
  const exported = providers.map(({ provide }) => provide);
  return { module: SettingsModule, global: true, providers, exports: exported };
}
