import { loadNow } from '@kargo/shared-runtime/layout';
import { endSession } from '@kargo/shared-runtime/session';
import { Box, Button, Flex, Heading, Text } from '@kargo/shared-runtime/ui';
import { ModalDialog } from '@kargo/shared-ui/ModalDialog';
import { Reference } from '@kargo/shared-ui/Reference';
import { sendNow } from '@kargo/shared-ui/send-now';
import { useEver } from '@kargo/shared-ui/useEver';
import { useId, useState } from 'react';
import { createPortal } from 'react-dom';

/**
 * Logging out (spec section 4): tells the API, then ends the session here. When the API cannot be
 * told the session goes on, and the person decides.
 */
export function useLogOut() {
  const [error, setError] = useState<unknown>(null);

  async function start() {
    setError(null);
    try {
      await sendNow(async () => {
        const actions = await loadNow(() => import('@kargo/shared-runtime/session-actions'));
        await actions.logOut();
      });
    } catch (failure) {
      setError(failure);
    }
  }
  const dismiss = () => setError(null);
  return { error, start, dismiss };
}

/** Asks what to do when the API could not be told that the driver logs out. */
export function LogOutFailed({ error, start, dismiss }: ReturnType<typeof useLogOut>) {
  const id = useId();
  const hasFailed = error !== null;
  if (!useEver(hasFailed)) return null;
  // Not inside the menu, which is hidden when a tablet is turned.
  return createPortal(
    <ModalDialog
      role="alertdialog"
      isOpen={hasFailed}
      onClose={dismiss}
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}reason`}
      maxW="30rem"
      p={{ base: '6', md: '8' }}
    >
      <Heading as="h2" id={`${id}title`} textStyle="title">
        We couldn't log you out
      </Heading>
      <Box id={`${id}reason`} mt="3" color="ink.600">
        <Text>Check your connection and try again.</Text>
        <Reference of={error} />
      </Box>
      <Flex wrap="wrap" gap="3" mt="8">
        <Button onClick={start}>Try again</Button>
        <Button variant="outline" onClick={() => endSession('logged-out')}>
          Log out on this device
        </Button>
      </Flex>
    </ModalDialog>,
    document.body,
  );
}
