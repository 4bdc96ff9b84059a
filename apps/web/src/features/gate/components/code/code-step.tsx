import { useState } from 'react';
import { usePortalConfig } from '../../../../lib/api/portal-config.js';
import { CodeForm, type CodeStepProps } from './code-form.js';
import { RequestAccess } from './request-access.js';

/** The step of the gate after its form: the visitor proves the address with a code (docs/product.md#access). */
export default function CodeStep(props: CodeStepProps) {
  const [asksForAccess, setAsksForAccess] = useState(false);
  // Visitors with an invitation link get here at an open gate, too, which ignores requests for access.
  const mode = usePortalConfig().data?.gateMode;
  return asksForAccess ? (
    <RequestAccess person={props.request.form} onBack={() => setAsksForAccess(false)} />
  ) : (
    <CodeForm
      {...props}
      admitsEverybody={mode === 'verified'}
      onRequestAccess={mode === 'open' ? undefined : () => setAsksForAccess(true)}
    />
  );
}
