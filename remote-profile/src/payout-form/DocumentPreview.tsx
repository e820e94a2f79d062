import { Box, type BoxProps, Button, chakra, Flex, Heading } from '@kargo/shared-runtime/ui';
import { LineIcon } from '@kargo/shared-ui/LineIcon';
import { ModalDialog } from '@kargo/shared-ui/ModalDialog';
import { useEver } from '@kargo/shared-ui/useEver';
import { Maximize2 } from 'lucide-react';
import { useId, useState } from 'react';
import { useObjectUrl } from '../forms/useObjectUrl.ts';

/** The chosen document, large enough to see whether it can be read. Nothing where the file is no picture. */
export function DocumentPreview({ document, height }: { document: File; height: BoxProps['h'] }) {
  const [isLarger, setLarger] = useState(false);
  const wasLarger = useEver(isLarger);
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const url = useObjectUrl(document);
  if (!url || url === brokenUrl) return null;
  return (
    <>
      <Opener type="button" h={height} onClick={() => setLarger(true)}>
        <chakra.img
          src={url}
          alt={`Preview of ${document.name}`}
          onError={() => setBrokenUrl(url)}
          flex="1"
          minH="0"
          w="full"
          objectFit="contain"
        />
        <Flex as="span" align="center" gap="2" color="violet.700" textStyle="label">
          <LineIcon of={Maximize2} boxSize="1rem" />
          Open larger
        </Flex>
      </Opener>
      {wasLarger && (
        <LargePicture
          name={document.name}
          url={url}
          isOpen={isLarger}
          onClose={() => setLarger(false)}
        />
      )}
    </>
  );
}

interface LargePictureProps {
  name: string;
  url: string;
  isOpen: boolean;
  onClose: () => void;
}

function LargePicture({ name, url, isOpen, onClose }: LargePictureProps) {
  const id = useId();
  return (
    <ModalDialog
      isOpen={isOpen}
      onClose={onClose}
      aria-labelledby={id}
      maxW="72rem"
      maxH="calc(100dvh - 2rem)"
      p={{ base: '4', md: '6' }}
    >
      <Flex justify="space-between" align="center" gap="4">
        <Heading as="h2" id={id} textStyle="title" overflowWrap="anywhere">
          {name}
        </Heading>
        <Button variant="outline" size="sm" onClick={onClose}>
          Close
        </Button>
      </Flex>
      <Box
        // Scrolled with the arrow keys by those who have no pointer.
        tabIndex={0}
        role="region"
        aria-labelledby={id}
        mt="4"
        maxH="calc(100dvh - 9rem)"
        overflow="auto"
      >
        <chakra.img src={url} alt="" w="max(100%, 48rem)" maxW="none" />
      </Box>
    </ModalDialog>
  );
}

const Opener = chakra('button', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: '2',
    w: 'full',
    p: '2',
    mt: '4',
    bg: 'mist',
    borderWidth: '1px',
    borderColor: 'line',
    borderRadius: 'input',
    cursor: 'zoom-in',
    _hover: { borderColor: 'line.strong' },
  },
});
