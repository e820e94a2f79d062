import { Button } from '@kargo/shared-runtime/ui';
import type { SignInValues } from '@kargo/shared-types/forms/sign-in-form';
import { useOneAtATime } from '@kargo/shared-ui/forms/useOneAtATime';
import { type Message, MessageDialog } from '@kargo/shared-ui/MessageDialog';
import { useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { sendPasswordReset } from './send-password-reset.tsx';

/** Sends a mail for setting a new password to the address in the form's e-mail field. */
export function ForgotPassword({ form }: { form: UseFormReturn<SignInValues> }) {
  const [isBusy, setBusy] = useState(false);
  const [alert, setAlert] = useState<Message | null>(null);
  const button = useRef<HTMLButtonElement>(null);

  const send = useOneAtATime(async () => {
    const email = (form.getValues('email') ?? '').trim();
    if (email === '') {
      const message = 'Please type your email address in email field';
      form.setError('email', { message }, { shouldFocus: true });
      return;
    }
    if (!(await form.trigger('email', { shouldFocus: true }))) return;
    setBusy(true);
    setAlert(await sendPasswordReset(email));
    setBusy(false);
  });

  return (
    <>
      <Button
        ref={button}
        variant="text"
        size="inline"
        ms="auto"
        textStyle="small"
        aria-disabled={isBusy || undefined}
        onClick={send}
      >
        Forgot password
      </Button>
      <MessageDialog message={alert} onClose={() => setAlert(null)} returnFocusTo={button} />
    </>
  );
}
