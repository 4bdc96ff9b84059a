import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { useMessages } from '../../messages/use-messages.js';
import { Button } from './button.js';
import { Dialog } from './dialog.js';

interface DialogFormProps {
  title: string;
  text: string;
  submit: string;
  isPending: boolean;
  /** Errors of the fields. When they change, the first invalid field takes the focus. */
  errors?: object;
  onSubmit: () => void;
  onClose: () => void;
  children?: ReactNode;
}

/** A dialog with a form, whose fields scroll between its heading and its buttons. */
export function DialogForm(props: DialogFormProps) {
  const { title, text, submit, isPending, errors, onSubmit, onClose, children } = props;
  const t = useMessages().common;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (errors) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);
  function send(event: FormEvent) {
    event.preventDefault();
    if (!isPending) onSubmit();
  }
  return (
    <Dialog title={title} description={text} onClose={onClose}>
      <form ref={form} noValidate onSubmit={send} className="grid min-h-0 grid-rows-[minmax(0,1fr)_auto]">
        <div className="scroll-quiet grid min-h-0 grid-cols-[minmax(0,1fr)] gap-6 overflow-y-auto border-line px-5 not-empty:border-b not-empty:py-6 sm:px-8 [&_input]:scroll-mb-24">
          {children}
        </div>
        <div className="flex flex-wrap justify-end gap-3 px-5 py-5 sm:px-8">
          <Button variant="quiet" onClick={onClose}>
            {t.cancel}
          </Button>
          <Button type="submit" pending={isPending} disabled={isPending}>
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
