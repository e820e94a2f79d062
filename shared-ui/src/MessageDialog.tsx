import { Box, Button, Flex, Heading, Text } from '@kargo/shared-runtime/ui';
import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react';
import type { Elements } from './elements.ts';
import { ModalDialog } from './ModalDialog.tsx';
import { Reference } from './Reference.tsx';
import { useEver } from './useEver.ts';

export interface Message {
  title: ReactNode;
  text?: ReactNode;
  /** The original message of another service, for support. */
  details?: string | null;
  /** The failure, whose reference is the last line. */
  error?: unknown;
}

interface MessageDialogProps {
  /** null while there is nothing to say. */
  message: Message | null;
  onClose: () => void;
  /** Where the focus goes when the dialog has closed. */
  returnFocusTo: RefObject<HTMLElement | null>;
  /** Further actions, after the button that closes. */
  children?: Elements;
  closeLabel?: string;
}

/** An alert dialog; the button that closes it has the focus. */
export function MessageDialog(props: MessageDialogProps) {
  return useEver(props.message !== null) && <Alert {...props} />;
}

function Alert({ message, onClose, returnFocusTo, children, closeLabel }: MessageDialogProps) {
  const id = useId();
  const closeButton = useRef<HTMLButtonElement>(null);
  const isOpen = message !== null;
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    if (isOpen) closeButton.current?.focus();
    else if (wasOpen.current) returnFocusTo.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen, returnFocusTo]);
  return (
    <ModalDialog
      role="alertdialog"
      isOpen={isOpen}
      onClose={onClose}
      aria-labelledby={`${id}title`}
      aria-describedby={message?.text || message?.details ? `${id}text` : undefined}
      maxW="30rem"
      p={{ base: '6', md: '8' }}
    >
      <Heading as="h2" id={`${id}title`} textStyle="title">
        {message?.title}
      </Heading>
      {(message?.text || message?.details) && (
        <Box id={`${id}text`} mt="3" color="ink.600">
          {message.text && <Box>{message.text}</Box>}
          {message.details && (
            <Text textStyle="small" color="ink.500" overflowWrap="anywhere" _notFirst={{ mt: '4' }}>
              Details: <span>{message.details}</span>
            </Text>
          )}
          <Reference of={message.error} />
        </Box>
      )}
      <Flex wrap="wrap" justify="flex-end" gap="3" mt="8">
        <Button ref={closeButton} variant={children ? 'outline' : 'solid'} onClick={onClose}>
          {closeLabel ?? 'Close'}
        </Button>
        {children}
      </Flex>
    </ModalDialog>
  );
}
