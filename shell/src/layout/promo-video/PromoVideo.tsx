import { closePromoVideo, useIsPromoVideoOpen } from '@kargo/shared-runtime/layout';
import { useLocation } from '@kargo/shared-runtime/router';
import { Box, chakra, Flex, Heading } from '@kargo/shared-runtime/ui';
import { ModalDialog } from '@kargo/shared-ui/ModalDialog';
import { useLazyPart } from '@kargo/shared-ui/useLazyPart';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { IconButton } from '../header/IconButton.tsx';
import mp4 from './how-kargo-works.mp4';
import webm from './how-kargo-works.webm';

/** The codecs of the MP4. Every Safari plays it; builds of Chromium without codecs do not. */
const h264 = 'video/mp4; codecs="avc1.64001F"';

/**
 * The promo video in its dialog (spec section 4). The film and its transcript are fetched when the dialog opens, and
 * the film is released when it closes or the visitor navigates.
 */
export function PromoVideo() {
  const isOpen = useIsPromoVideoOpen();
  const { key } = useLocation();
  const video = useRef<HTMLVideoElement>(null);
  const Transcript = useLazyPart(isOpen, loadTranscript);

  useEffect(() => closePromoVideo, [key]);
  useEffect(() => {
    const player = video.current;
    if (!isOpen || !player) return;
    player.src = player.canPlayType(h264) ? mp4 : webm;
    return () => {
      // Taking the source away does not stop a film; asking for the next one does.
      player.removeAttribute('src');
      player.load();
    };
  }, [isOpen]);

  return (
    <ModalDialog
      isOpen={isOpen}
      onClose={closePromoVideo}
      aria-labelledby="promo-video"
      maxW="60rem"
    >
      <Flex align="center" justify="space-between" gap="4" py="3" ps="6" pe="3">
        <Heading as="h2" id="promo-video" textStyle="title">
          How Kargo works
        </Heading>
        <IconButton aria-label="Close video" onClick={closePromoVideo}>
          <X aria-hidden />
        </IconButton>
      </Flex>
      <Film ref={video} controls autoPlay playsInline />
      <Box px="6" py="4">
        {Transcript && <Transcript />}
      </Box>
    </ModalDialog>
  );
}

const loadTranscript = async () => (await import('./Transcript.tsx')).Transcript;

const Film = chakra('video', {
  base: { display: 'block', w: 'full', aspectRatio: '16 / 9', bg: 'ink.950' },
});
