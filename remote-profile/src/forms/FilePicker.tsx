import { Upload } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Box, Button, Icon } from 'shared-runtime/ui';
import { Input } from 'shared-runtime/ui-controls';
import { imageExtensions } from 'shared-types/limits';

/**
 * The browser's own file input under a button of ours: it can be tabbed to, dropped onto and
 * labelled by the field around it.
 */
export function FilePicker({ children, ...input }: ComponentProps<typeof Input>) {
  return (
    <Box position="relative" w="fit-content">
      <Input
        unstyled
        {...input}
        className="peer"
        type="file"
        accept={imageExtensions.map((extension) => `.${extension}`).join(',')}
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
        <Icon asChild boxSize="1.25rem">
          <Upload strokeWidth={1.75} />
        </Icon>
        {children}
      </Button>
    </Box>
  );
}
