import { Box, Button, Flex, Text } from '@kargo/shared-runtime/ui';
import { Input } from '@kargo/shared-runtime/ui-controls';
import { imageExtensions, imageMediaTypes } from '@kargo/shared-types/forms/limits';
import { LineIcon } from '@kargo/shared-ui/LineIcon';
import { Upload } from 'lucide-react';
import type { ChangeEvent, ReactNode, Ref } from 'react';

/** Phones go by the media types, and convert their own formats into these. */
const accept = [...imageExtensions.map((extension) => `.${extension}`), ...imageMediaTypes].join();

interface FilePickerProps {
  ref?: Ref<HTMLInputElement>;
  onPick: (file: File) => void;
  children: ReactNode;
}

/**
 * The browser's own file input under a button of ours: it can be tabbed to and labelled by the field around it.
 * Use it inside `FileDrop`.
 */
export function FilePicker({ ref, onPick, children }: FilePickerProps) {
  function pick({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    // Empty again, so that the same file can be picked once more after it was fixed.
    target.value = '';
    if (file) onPick(file);
  }
  return (
    <Flex align="center" gap="3" wrap="wrap">
      <Box position="relative" w="fit-content">
        <Input
          unstyled
          ref={ref}
          onChange={pick}
          className="peer"
          type="file"
          accept={accept}
          position="absolute"
          inset="0"
          opacity={0}
          cursor="pointer"
          zIndex={1}
          fontSize="0"
        />
        <Button
          as="span"
          variant="outline"
          size="sm"
          aria-hidden
          _peerFocusVisible={{
            outline: '3px solid',
            outlineColor: 'violet.600',
            outlineOffset: '2px',
          }}
          _peerHover={{ bg: 'mist' }}
        >
          <LineIcon of={Upload} boxSize="1.25rem" />
          <span>{children}</span>
        </Button>
      </Box>
      <Text
        textStyle="small"
        color="ink.500"
        display="none"
        css={{ '@media (hover: hover) and (pointer: fine)': { display: 'block' } }}
      >
        or drop it here
      </Text>
    </Flex>
  );
}
