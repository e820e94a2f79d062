import { button, css, cx } from '@kargo/shared-runtime/styles';
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import type { ComponentProps, RefObject } from 'react';
import type Slick from 'react-slick';
import type { useAutoplay } from './useAutoplay.ts';

interface CarouselControlsProps {
  label: string;
  count: number;
  /** The first visible slide, counted from 0. */
  current: number;
  /** Null until the slider is loaded. */
  slider: RefObject<Slick | null>;
  autoplay: ReturnType<typeof useAutoplay>;
}

/** The buttons of a carousel in one row; Pause comes first. */
export function CarouselControls(props: CarouselControlsProps) {
  const { label, slider, autoplay } = props;
  const { isWanted, toggle } = autoplay;
  return (
    <div
      className={css({
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'space-between',
        flexWrap: 'wrap',
        gap: { base: '1', md: '2' },
      })}
    >
      <RoundButton aria-label={`${isWanted ? 'Pause' : 'Play'} ${label}`} onClick={toggle}>
        {isWanted ? <Pause size={18} aria-hidden /> : <Play size={18} aria-hidden />}
      </RoundButton>
      <CarouselDots {...props} />
      <div className={css({ display: 'flex', gap: { base: '1', md: '2' } })}>
        <RoundButton
          aria-label={`Previous of ${label}`}
          onClick={() => slider.current?.slickPrev()}
        >
          <ChevronLeft size={20} aria-hidden />
        </RoundButton>
        <RoundButton aria-label={`Next of ${label}`} onClick={() => slider.current?.slickNext()}>
          <ChevronRight size={20} aria-hidden />
        </RoundButton>
      </div>
    </div>
  );
}

function RoundButton(props: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      className={cx(
        button({ variant: 'outline' }),
        css({ boxSize: '2.75rem', minH: '0', p: '0', borderRadius: 'full' }),
      )}
      {...props}
    />
  );
}

/** By number of dots, of 1.5rem: a phone's margins, three round buttons and gaps take 12rem. */
const dotsFrom: Record<number, string> = {
  4: css({ '@media (min-width: 18rem)': { display: 'flex' } }),
  6: css({ '@media (min-width: 21rem)': { display: 'flex' } }),
  8: css({ '@media (min-width: 24rem)': { display: 'flex' } }),
};

/** One dot for each slide, where all of them fit in one row with the other buttons. */
function CarouselDots({ label, count, current, slider }: CarouselControlsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the ARIA pattern has this role
    <div
      className={cx(css({ flexWrap: 'wrap', display: 'none' }), dotsFrom[count])}
      role="group"
      aria-label={`Choose of ${label}`}
    >
      {Array.from({ length: count }, (_, index) => (
        <button
          key={index}
          className={dotStyle}
          type="button"
          aria-label={`Show ${index + 1} of ${count}`}
          aria-current={index === current}
          onClick={() => slider.current?.slickGoTo(index)}
        />
      ))}
    </div>
  );
}

const dotStyle = css({
  display: 'grid',
  placeItems: 'center',
  // The smallest target size that WCAG 2.5.8 allows.
  boxSize: '1.5rem',
  borderRadius: 'full',
  cursor: 'pointer',
  _before: {
    content: '""',
    boxSize: '0.5rem',
    borderRadius: 'full',
    // Not a background, which forced colours remove.
    border: '0.25rem solid {colors.line.strong}',
    transition: 'width {durations.base} {easings.out}, border-color {durations.base}',
  },
  _hover: { _before: { borderColor: 'violet.700' } },
  '&[aria-current=true]::before': { w: '1.25rem', borderColor: 'violet.600' },
});
