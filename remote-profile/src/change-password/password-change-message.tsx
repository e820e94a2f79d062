import { getConfiguration } from 'shared-runtime/configuration';
import { Text } from 'shared-runtime/ui';
import type { Message } from 'shared-ui/MessageDialog';
import { offlineSentence, tooManyAttempts } from 'shared-ui/sentences';
import type { PasswordChange } from './change-driver-password.ts';

/** What is said of an attempt to change the password (spec section 8); null when it succeeded. */
export function passwordChangeMessage(change: PasswordChange): Message | null {
  if (change.outcome === 'changed') return null;
  if (change.outcome === 'not-logged-in') {
    return {
      title: 'User not logged in',
      text: 'Log in with your email and password to change it.',
    };
  }
  const sentence = change.code && sentences[change.code]?.();
  return {
    title: 'Failed to change password',
    text: (
      <>
        {sentence && <Text color="ink.900">{sentence}</Text>}
        <Text>Please try again.</Text>
      </>
    ),
    details: change.providerMessage,
  };
}

const incorrect = () => 'Your old password is incorrect.';

const sentences: Record<string, () => string> = {
  'auth/invalid-credential': incorrect,
  'auth/wrong-password': incorrect,
  'auth/weak-password': () => 'Choose a longer password (at least 6 characters).',
  'auth/too-many-requests': () => tooManyAttempts(null),
  'auth/user-disabled': () =>
    `This account is disabled. Contact ${getConfiguration().contactEmail}.`,
  'auth/network-request-failed': () => offlineSentence,
};
