import { Button, chakra, Flex } from '@kargo/shared-runtime/ui';
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import type { ComponentProps, RefObject } from 'react';
import type Slick from 'react-slick';
import type { useAutoplay } from './useAutoplay.ts';

interface CarouselControlsProps {
  label: string;
  count: number;
  /** The first slide that is seen, counted from 0. */
  current: number;
  /** Null until the slider is loaded. */
  slider: RefObject<Slick | null>;
  autoplay: ReturnType<typeof useAutoplay>;
}

/** The buttons of a carousel in one row; the one that stops it comes first. */
export function CarouselControls(props: CarouselControlsProps) {
  const { label, slider, autoplay } = props;
  const { isWanted, toggle } = autoplay;
  return (
    <Flex align="center" justify="space-between" wrap="wrap" gap={{ base: '1', md: '2' }}>
      <RoundButton aria-label={`${isWanted ? 'Pause' : 'Play'} ${label}`} onClick={toggle}>
        {isWanted ? <Pause size={18} aria-hidden /> : <Play size={18} aria-hidden />}
      </RoundButton>
      <CarouselDots {...props} />
      <Flex gap={{ base: '1', md: '2' }}>
        <RoundButton
          aria-label={`Previous of ${label}`}
          onClick={() => slider.current?.slickPrev()}
        >
          <ChevronLeft size={20} aria-hidden />
        </RoundButton>
        <RoundButton aria-label={`Next of ${label}`} onClick={() => slider.current?.slickNext()}>
          <ChevronRight size={20} aria-hidden />
        </RoundButton>
      </Flex>
    </Flex>
  );
}

function RoundButton(button: ComponentProps<typeof Button>) {
  return (
    <Button variant="outline" boxSize="2.75rem" minH="0" p="0" borderRadius="full" {...button} />
  );
}

/** Side margins of a phone, the three round buttons and the gaps beside them, in rem. */
const besideDots = 3 + 3 * 2.75 + 3 * 0.25;
/** Also the smallest target size that WCAG 2.5.8 allows. */
const dotSize = 1.5;

/** One dot for each slide, where all of them fit in one row with the other buttons. */
function CarouselDots({ label, count, current, slider }: CarouselControlsProps) {
  return (
    <Flex
      role="group"
      aria-label={`Choose of ${label}`}
      wrap="wrap"
      display="none"
      css={{ [`@media (min-width: ${besideDots + count * dotSize}rem)`]: { display: 'flex' } }}
    >
      {Array.from({ length: count }, (_, index) => (
        <Dot
          key={index}
          type="button"
          aria-label={`Show ${index + 1} of ${count}`}
          aria-current={index === current}
          onClick={() => slider.current?.slickGoTo(index)}
        />
      ))}
    </Flex>
  );
}

const Dot = chakra('button', {
  base: {
    display: 'grid',
    placeItems: 'center',
    boxSize: `${dotSize}rem`,
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
  },
});
