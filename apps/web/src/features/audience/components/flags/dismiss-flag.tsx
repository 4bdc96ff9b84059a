import type { Flag } from '@secure-preview/contracts';
import { Button } from '../../../../components/ui/button.js';
import { toastFailure } from '../../../../components/ui/toast/toast-failure.js';
import { useAudiencePageMessages } from '../../../../messages/audience-page/use-audience-page-messages.js';
import { useDismissFlag } from '../../api/flags.js';
import { useRefreshPeople } from '../../api/person.js';

/** Dismisses a flag. The same button counts it again, so it asks for no confirmation. */
export function DismissFlag({ flag }: { flag: Flag }) {
  const messages = useAudiencePageMessages();
  const t = messages.flags;
  const kind = messages.admin.flagKinds[flag.facts.kind];
  const refresh = useRefreshPeople();
  const dismiss = useDismissFlag();
  const isDismissed = flag.dismissedAt !== null;
  const toggle = () => {
    if (dismiss.isPending) return;
    const failed = isDismissed ? t.countFailed : t.dismissFailed;
    dismiss.mutate(
      { flagId: flag.id, dismissed: !isDismissed },
      {
        onSuccess: refresh,
        onError: (error) => toastFailure(error, failed.title, failed.text, messages),
      },
    );
  };
  return (
    <Button
      variant="secondary"
      aria-label={isDismissed ? t.countOf(kind) : t.dismissOf(kind)}
      // Not disabled meanwhile: the focus stays, and the new name of the button is read out.
      pending={dismiss.isPending}
      onClick={toggle}
      className="no-print min-h-10! px-3.5! py-1.5! text-sm! whitespace-nowrap"
    >
      {isDismissed ? t.count : t.dismiss}
    </Button>
  );
}
