import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { AdminMain } from '../../../components/layout/admin-main.js';
import { LoadFailed, Loading } from '../../../components/ui/load-states.js';
import { useSettingsPageMessages } from '../../../messages/settings-page/use-settings-page-messages.js';
import { settingsQuery } from '../api/settings.js';
import { SettingsForm } from './settings-form.js';

type SettingsScreenProps = Omit<ComponentProps<typeof SettingsForm>, 'settings'>;

/** The settings page of the admin area. */
export function SettingsScreen(props: SettingsScreenProps) {
  const t = useSettingsPageMessages().settings;
  const query = useQuery({ ...settingsQuery, enabled: props.unlocked });
  return (
    <AdminMain title={t.title} shown={props.unlocked}>
      <p className="-mt-2 px-1 text-muted">{t.intro}</p>
      {query.data ? (
        <SettingsForm {...props} settings={query.data} />
      ) : query.isError ? (
        <LoadFailed text={t.failed} query={query} />
      ) : (
        <Loading />
      )}
    </AdminMain>
  );
}
