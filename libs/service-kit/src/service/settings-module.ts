import { type DynamicModule, type FactoryProvider, Module, type ValueProvider } from '@nestjs/common';

@Module({})
class SettingsModule {}

/** Returns a module that provides every other module with the settings, the logger and other values of the process. */
export function settingsModule(providers: (ValueProvider | FactoryProvider)[]): DynamicModule {
  const exported = providers.map(({ provide }) => provide);
  return { module: SettingsModule, global: true, providers, exports: exported };
}
