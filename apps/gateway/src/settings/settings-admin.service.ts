import { Inject, Injectable } from '@nestjs/common';
import {
  AppError,
  type FieldErrorCode,
  fieldErrorMessage,
  needsUploadPassword,
  type RouteInput,
  type RpcInput,
  type SettingsView,
  type settingsRoutes,
  type settingsRpc,
} from '@secure-preview/contracts';
import { GATEWAY_ENVIRONMENT, type GatewayEnvironment } from '../environment.js';
import type { RequestContext } from '../http/request-context.js';
import { GATE_IMAGES, type GateImagesClient, SETTINGS, type SettingsClient } from '../rpc/rpc.module.js';
import { UploadPasswordService } from '../upload-password/upload-password.service.js';
import { SettingsFollowerService } from './settings-follower.service.js';

type Change = RouteInput<typeof settingsRoutes.change>['body'];
/** A change as auth-service stores it. */
type StoredChange = Omit<RpcInput<typeof settingsRpc.methods.change>, 'by'>;

/** Reads and changes the settings for an administrator (docs/product.md#settings). */
@Injectable()
export class SettingsAdminService {
  constructor(
    @Inject(SETTINGS) private readonly settings: SettingsClient,
    @Inject(GATE_IMAGES) private readonly gateImages: GateImagesClient,
    @Inject(GATEWAY_ENVIRONMENT) private readonly environment: GatewayEnvironment,
    private readonly follower: SettingsFollowerService,
    private readonly uploadPassword: UploadPasswordService,
  ) {}

  /** Reads the newest settings, which may have been changed through another gateway just now. */
  async read(http: RequestContext): Promise<SettingsView> {
    this.follower.adopt(await this.settings.read({}, http.call));
    return this.view();
  }

  /**
   * @throws AppError `SETTING_LOCKED`, `SETTINGS_CHANGED`, `VALIDATION_FAILED` for an unknown image or a missing
   *   password, and those of the password
   */
  async change({ password, ...change }: Change, http: RequestContext): Promise<SettingsView> {
    this.assertNotLocked(change);
    if (needsUploadPassword(change)) {
      if (password === undefined) throw invalidFields(['password'], 'PASSWORD_REQUIRED');
      await this.uploadPassword.confirm(password, http);
    }
    return this.store({ ...change, set: this.withoutDefaultTerms(change.set) }, http);
  }

  /**
   * Requires every visitor to accept the terms again.
   *
   * @throws AppError `SETTING_LOCKED`, `SETTINGS_CHANGED`
   */
  async askTermsAgain(http: RequestContext): Promise<SettingsView> {
    const { version } = await this.read(http);
    const set = { termsAskedAt: new Date().toISOString() };
    return this.store({ version, set, reset: [] }, http);
  }

  /**
   * No longer requires visitors to accept the terms again.
   *
   * @throws AppError `SETTING_LOCKED`, `SETTINGS_CHANGED`
   */
  async withdrawTermsAgain(http: RequestContext): Promise<SettingsView> {
    const { version } = await this.read(http);
    return this.store({ version, set: {}, reset: ['termsAskedAt'] }, http);
  }

  private async store(change: StoredChange, http: RequestContext): Promise<SettingsView> {
    this.assertNotLocked(change);
    await this.keepImages(change.set ?? {}, http);
    const { ref, viewer } = http.session;
    const by = { sessionRef: ref, name: viewer.name };
    this.follower.adopt(await this.settings.change({ ...change, by }, http.call));
    return this.view();
  }

  private assertNotLocked({ set = {}, reset = [] }: StoredChange): void {
    const names: readonly string[] = [...Object.keys(set), ...reset];
    const locked = this.environment.SETTINGS_LOCKED.find((name) => names.includes(name));
    if (locked) throw new AppError('SETTING_LOCKED', { params: { name: locked } });
  }

  /** Keeps the images that the settings are going to name. The history may restore them at any time. */
  private async keepImages({ logoId, keyArtId }: Change['set'], http: RequestContext): Promise<void> {
    const named = [
      { name: 'logoId', kind: 'logo' as const, id: logoId },
      { name: 'keyArtId', kind: 'keyArt' as const, id: keyArtId },
    ];
    const images = named.flatMap(({ id, kind }) => (id ? [{ id, kind }] : []));
    if (images.length === 0) return;
    const { unknown } = await this.gateImages.keepGateImages({ images }, http.call);
    const wrong = named.filter(({ id }) => id && unknown.includes(id)).map(({ name }) => name);
    if (wrong.length > 0) throw invalidFields(wrong, 'GATE_IMAGE_UNKNOWN');
  }

  /** Drops the English terms if they are the default, which follows the names of owner and company. */
  private withoutDefaultTerms(set: Change['set']): Change['set'] {
    const { defaults, current } = this.follower;
    if (set.termsTexts?.en !== defaults.terms(current.values)) return set;
    const { en: _, ...termsTexts } = set.termsTexts;
    return { ...set, termsTexts };
  }

  private view(): SettingsView {
    const { version, values, overridden } = this.follower.current;
    const { defaults } = this.follower;
    return {
      version,
      values,
      // The default terms name the parties in effect, so the page recognizes them as the default.
      defaults: { ...defaults.values, termsTexts: { en: defaults.terms(values) } },
      overridden: [...overridden],
      locked: this.environment.SETTINGS_LOCKED,
    };
  }
}

/** Returns the error of fields that are invalid for the same reason. */
function invalidFields(names: readonly string[], code: FieldErrorCode): AppError {
  const message = fieldErrorMessage(code);
  return new AppError('VALIDATION_FAILED', {
    message,
    fields: Object.fromEntries(names.map((name) => [name, message])),
    fieldCodes: Object.fromEntries(names.map((name) => [name, { code, params: {} }])),
  });
}
