import { loadNow } from '@kargo/shared-runtime/layout';
import { button, css, cx } from '@kargo/shared-runtime/styles';
import type { SignInValues } from '@kargo/shared-types/forms/sign-in-form';
import { useOneAtATime } from '@kargo/shared-ui/forms/useOneAtATime';
import { isIdentityError } from '@kargo/shared-ui/is-identity-error';
import { type Message, MessageDialog } from '@kargo/shared-ui/MessageDialog';
import { NotSent } from '@kargo/shared-ui/NotSent';
import { NothingSentError, sendNow } from '@kargo/shared-ui/send-now';
import { tooManyAttempts } from '@kargo/shared-ui/sentences';
import { type ReactNode, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';

/** Mails a link for setting a new password to the address in the form's e-mail field. */
export function ForgotPassword({ form }: { form: UseFormReturn<SignInValues> }) {
  const [isBusy, setBusy] = useState(false);
  const [alert, setAlert] = useState<Message | null>(null);
  const opener = useRef<HTMLButtonElement>(null);

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
      <button
        ref={opener}
        type="button"
        className={cx(
          button({ variant: 'text', size: 'inline' }),
          css({ ms: 'auto', textStyle: 'small' }),
        )}
        aria-disabled={isBusy || undefined}
        onClick={send}
      >
        Forgot password
      </button>
      <MessageDialog message={alert} onClose={() => setAlert(null)} returnFocusTo={opener} />
    </>
  );
}

/**
 * Has the identity provider mail a link for a new password, which leads back to the home page.
 *
 * @returns the alert's text (spec section 8)
 */
async function sendPasswordReset(email: string): Promise<Message> {
  try {
    await sendNow(async () => {
      const identity = await loadNow(() => import('@kargo/shared-runtime/identity'));
      await identity.sendPasswordReset(email);
    });
  } catch (error) {
    if (error instanceof NothingSentError) return { title: <NotSent /> };
    console.error('Failed to send a password reset e-mail:', error);
    const text = isIdentityError(error) ? explanations[error.code]?.() : undefined;
    return { title: 'Failed to send password reset email.', text };
  }
  // Shows the address as typed, so that typing mistakes are noticed.
  const text = (
    <>
      <p className={css({ overflowWrap: 'anywhere' })}>
        It went to <strong>{email}</strong>.
      </p>
      <p>If it isn't there in a few minutes, check spam.</p>
    </>
  );
  return { title: 'Password reset email sent to given email address successfully', text };
}

const explanations: Record<string, () => ReactNode> = {
  'auth/too-many-requests': () => tooManyAttempts(null),
  'auth/network-request-failed': () => 'Check your connection, then try again.',
};
