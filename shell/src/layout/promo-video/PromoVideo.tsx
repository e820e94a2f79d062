import { closePromoVideo, useIsPromoVideoOpen } from '@kargo/shared-runtime/layout';
import { useLocationAtOnce } from '@kargo/shared-runtime/router';
import { css } from '@kargo/shared-runtime/styles';
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
 * The promo video in its dialog (spec section 4). The film and its transcript are fetched when the
 * dialog opens; the film is released when the dialog closes or the visitor navigates.
 */
export function PromoVideo() {
  const isOpen = useIsPromoVideoOpen();
  const { key } = useLocationAtOnce();
  const video = useRef<HTMLVideoElement>(null);
  const Transcript = useLazyPart(isOpen, loadTranscript);

  useEffect(() => closePromoVideo, [key]);
  useEffect(() => {
    const player = video.current;
    if (!isOpen || !player) return;
    player.src = player.canPlayType(h264) ? mp4 : webm;
    return () => {
      // Removing the source does not stop a film; loading the next one does.
      player.removeAttribute('src');
      player.load();
    };
  }, [isOpen]);

  return (
    <ModalDialog
      isOpen={isOpen}
      onClose={closePromoVideo}
      aria-labelledby="promo-video"
      className={css({ maxW: '60rem' })}
    >
      <div
        className={css({
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: '4',
          py: '3',
          ps: '6',
          pe: '3',
        })}
      >
        <h2 className={css({ textStyle: 'title' })} id="promo-video">
          How Kargo works
        </h2>
        <IconButton aria-label="Close video" onClick={closePromoVideo}>
          <X aria-hidden />
        </IconButton>
      </div>
      {/* biome-ignore lint/a11y/useMediaCaption: a transcript is below it */}
      <video ref={video} className={filmStyle} controls autoPlay playsInline />
      <div className={css({ px: '6', py: '4' })}>{Transcript && <Transcript />}</div>
    </ModalDialog>
  );
}

const loadTranscript = async () => (await import('./Transcript.tsx')).Transcript;

const filmStyle = css({ display: 'block', w: 'full', aspectRatio: '16 / 9', bg: 'ink.950' });
