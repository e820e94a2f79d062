import type { RefObject } from 'react';
import { Text } from 'shared-runtime/ui';
import { MessageDialog } from '../notices/MessageDialog.tsx';
import type { PasswordChange } from './change-driver-password.ts';

interface PasswordChangeDialogProps {
  failure: Exclude<PasswordChange, { outcome: 'changed' }> | null;
  onClose: () => void;
  returnFocusTo: RefObject<HTMLElement | null>;
}

/** Says why the password is still the old one. */
export function PasswordChangeDialog({ failure, ...dialog }: PasswordChangeDialogProps) {
  return (
    <>
      <MessageDialog
        {...dialog}
        open={failure?.outcome === 'not-logged-in'}
        title="User not logged in"
      >
        <Text>Log in with your email and password to change it.</Text>
      </MessageDialog>
      <MessageDialog
        {...dialog}
        open={failure?.outcome === 'failed'}
        title="Failed to change password"
      >
        {failure?.outcome === 'failed' && (
          <>
            {failure.sentence && <Text color="ink.900">{failure.sentence}</Text>}
            <Text>Please try again.</Text>
            {failure.providerMessage && (
              <Text textStyle="small" mt="4" overflowWrap="anywhere">
                Details: <span>{failure.providerMessage}</span>
              </Text>
            )}
          </>
        )}
      </MessageDialog>
    </>
  );
}
