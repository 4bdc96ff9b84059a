import {
  fieldErrorMessage,
  type GateAppliesTo,
  type GateModeView,
  typedCode,
} from '@secure-preview/contracts';
import { useState } from 'react';
import { Button } from '../../../../components/ui/button.js';
import { DialogForm } from '../../../../components/ui/dialog-form.js';
import { Field } from '../../../../components/ui/field.js';
import { Notice } from '../../../../components/ui/notice.js';
import { PasswordInput } from '../../../../components/ui/password-input.js';
import { toast } from '../../../../components/ui/toast/toast-store.js';
import { hasCode } from '../../../../lib/http-error.js';
import { useAccessPageMessages } from '../../../../messages/access-page/use-access-page-messages.js';
import { useChangeGateMode } from '../../api/gate-mode.js';
import { type GateErrors, gateErrors } from '../../lib/gate-errors.js';
import { RadioGroup } from '../fields/radio-group.js';
import { type TestCode, TestCodeFields } from './test-code-fields.js';

export type GateChoice = Pick<GateModeView, 'gateMode' | 'invitationProof'>;

interface GateDialogProps {
  view: GateModeView;
  choice: GateChoice;
  onChanged: () => void;
  onLoadAgain: () => void;
  onClose: () => void;
}

/** Applies a change of the gate, with the upload password and, if mail is needed, with a test code. */
export function GateDialog({ view, choice, onChanged, onLoadAgain, onClose }: GateDialogProps) {
  const messages = useAccessPageMessages();
  const t = messages.access.gate;
  const { gateMode } = choice;
  const [appliesTo, setAppliesTo] = useState<GateAppliesTo>('newVisitors');
  const [password, setPassword] = useState('');
  const [testCode, setTestCode] = useState<TestCode>();
  const [errors, setErrors] = useState<GateErrors>({});
  const [isCodeRequired, setCodeRequired] = useState(gateMode !== 'open' && gateMode !== view.gateMode);
  const change = useChangeGateMode();
  const modeName = t.modes[gateMode].label;
  const isOutdated = hasCode(change.error, 'SETTINGS_CHANGED') || hasCode(change.error, 'SETTING_LOCKED');

  function checkInput(): GateErrors {
    const found: GateErrors = {};
    if (isCodeRequired && !testCode) found.code = t.codeMissing;
    else if (isCodeRequired && !typedCode.safeParse(testCode?.code).success)
      found.code = fieldErrorMessage('CODE_INVALID', messages.fieldErrors);
    if (password === '') found.password = fieldErrorMessage('PASSWORD_REQUIRED', messages.fieldErrors);
    return found;
  }

  function changeTestCode(next: TestCode) {
    setTestCode(next);
    // The error is about the earlier code, or about its absence. A remaining error would take the focus.
    if (errors.code) setErrors({});
  }

  function submit() {
    const found = checkInput();
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    change.mutate(
      {
        version: view.version,
        ...choice,
        gateAppliesTo: gateMode === 'open' ? 'newVisitors' : appliesTo,
        password,
        ...(isCodeRequired && testCode ? { testCode } : {}),
      },
      {
        onSuccess: () => {
          onChanged();
          toast({ title: t.changedTitle, description: t.changedText(modeName) });
        },
        onError: (error) => {
          setErrors(gateErrors(error, messages));
          if (hasCode(error, 'TEST_CODE_REQUIRED')) setCodeRequired(true);
          if (hasCode(error, 'CODE_EXPIRED')) setTestCode(undefined);
        },
      },
    );
  }

  return (
    <DialogForm
      title={t.dialogTitle}
      text={t.dialogText(modeName)}
      submit={change.isPending ? t.applying : t.apply}
      isPending={change.isPending}
      errors={errors}
      onSubmit={submit}
      onClose={onClose}
    >
      {gateMode !== 'open' && (
        <RadioGroup
          legend={t.appliesLegend}
          options={t.appliesTo}
          value={appliesTo}
          onChange={setAppliesTo}
        />
      )}
      {isCodeRequired && <TestCodeFields value={testCode} onChange={changeTestCode} error={errors.code} />}
      <Field label={t.password} hint={t.passwordHint} error={errors.password}>
        {(control) => (
          <PasswordInput
            {...control}
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      {errors.dialog && (
        <Notice alarming>
          <p>{errors.dialog}</p>
          {isOutdated && (
            <Button variant="secondary" onClick={onLoadAgain}>
              {t.loadAgain}
            </Button>
          )}
        </Notice>
      )}
    </DialogForm>
  );
}
