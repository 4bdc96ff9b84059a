import { DataSource } from 'typeorm';
import { type RunningAnalytics, startAnalytics } from '../testing/running-analytics.js';
import { kindsThatBlock, readFlagSettings } from './flag-settings.queries.js';

let analytics: RunningAnalytics;
let db: DataSource;

beforeAll(async () => {
  analytics = await startAnalytics();
  db = (await analytics.replica()).get(DataSource);
});
afterAll(() => analytics?.stop());

const apply = (settings: object) =>
  analytics.owner.query('INSERT INTO outbox.alert_settings (settings) VALUES ($1)', [
    JSON.stringify(settings),
  ]);

describe('the kinds of flags that block', () => {
  it('are none before a gateway has sent settings, or if it is an older one', async () => {
    expect(await readFlagSettings(db)).toEqual({ blocks: [], language: 'en' });
    await apply({ rules: {}, language: 'de' });
    expect(await readFlagSettings(db)).toEqual({ blocks: [], language: 'de' });
  });

  it('are those of the newest settings that are known here', async () => {
    await apply({ language: 'en', flagBlocks: ['watermark', 'ofNewerVersion', 'copying'] });
    expect(await kindsThatBlock(db)).toEqual(['copying', 'watermark']);
    await apply({ language: 'en', flagBlocks: [] });
    expect(await kindsThatBlock(db)).toEqual([]);
  });

  it('are all that this service may read of the settings of alerts', async () => {
    await expect(db.query('SELECT FROM outbox.alert_settings')).rejects.toThrow(/permission denied/);
  });
});
