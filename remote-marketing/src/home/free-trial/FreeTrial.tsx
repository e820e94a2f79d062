import { Link } from '@kargo/shared-runtime/router';
import { button, css, cx } from '@kargo/shared-runtime/styles';
import { DeviceFrame } from '@kargo/shared-ui/app-screens/DeviceFrame';
import { callToAction } from '@kargo/shared-ui/StoreButtons';
import { useRef } from 'react';
import { useInView } from '../../browser/useInView.ts';
import { useMediaQuery } from '../../browser/useMediaQuery.ts';
import { freeTrial } from '../content.ts';

/** Below 768 px the mockup decides about the background instead of the text (spec section 4). */
const narrow = '(width < 48em)';

/** The free trial block. Its background turns purple while it is in view. */
export function FreeTrial() {
  const text = useRef<HTMLDivElement>(null);
  const mockup = useRef<HTMLDivElement>(null);
  const isTextInView = useInView(text, 'any') === true;
  const isMockupInView = useInView(mockup, 'any') === true;
  const isVisible = useMediaQuery(narrow) ? isMockupInView : isTextInView;
  return (
    <div
      className={css({
        position: 'relative',
        overflow: 'hidden',
        mt: { base: '6', md: '1.5rem' },
        borderRadius: 'panel',
        bg: 'paper',
        boxShadow: 'inset 0 0 0 1px {colors.line}',
        outline: '1px solid transparent',
        outlineOffset: '-1px',
      })}
      data-surface={isVisible ? 'dark' : undefined}
    >
      <div
        className={css({
          position: 'absolute',
          inset: '0',
          bg: 'violet.600',
          bgImage:
            'radial-gradient(60rem 40rem at 85% 20%, {colors.violet.500}, {colors.violet.600} 70%)',
          opacity: isVisible ? 1 : 0,
          transition: 'opacity {durations.slow} {easings.out}',
        })}
        data-testid="trial-backdrop"
        aria-hidden
      />
      <div
        className={css({
          display: 'grid',
          position: 'relative',
          gridTemplateColumns: { base: 'minmax(0, 1fr)', md: '1fr 18rem', lg: '1fr 26rem' },
          columnGap: { md: '8', lg: '12' },
          px: { base: '6', md: '12', xl: '16' },
          color: isVisible ? 'white' : 'ink.900',
          transition: 'color {durations.slow} {easings.out}',
        })}
      >
        <div
          ref={text}
          className={css({
            alignSelf: 'center',
            pt: { base: '12', md: '16' },
            pb: { base: '8', md: '16' },
          })}
          data-testid="trial-text"
        >
          <h3 className={css({ textStyle: 'h2' })}>{freeTrial.heading}</h3>
          <p className={css({ textStyle: 'lead', mt: '4', maxW: '26rem' })}>{freeTrial.text}</p>
          <Link
            className={cx(
              button({ size: 'lg', variant: isVisible ? 'lime' : 'solid' }),
              css({ mt: '8' }),
            )}
            to={callToAction}
          >
            Get the app
          </Link>
        </div>
        <div
          ref={mockup}
          className={css({
            display: 'flex',
            // On phones the device rises from the card's lower edge; elsewhere it hangs down.
            alignItems: { base: 'flex-start', md: 'flex-end' },
            h: { base: 'min(24rem, 120vw)', md: '26rem' },
            overflow: 'hidden',
            pt: { base: '8', md: '0' },
            pb: { md: '12' },
            mx: { base: 'auto', md: '0' },
            w: { base: 'min(15rem, 100%)', md: 'full' },
          })}
          data-testid="trial-mockup"
        >
          <DeviceFrame
            label="The first screen of the Kargo app: log in, or create an account."
            screen="welcome"
            className={css({ flexShrink: 0, maxW: '18.75rem', mx: 'auto', boxShadow: 'none' })}
          />
        </div>
      </div>
    </div>
  );
}
