import { Box, Grid } from '@kargo/shared-runtime/ui';
import { useEver } from '@kargo/shared-ui/useEver';
import { useLazyPart } from '@kargo/shared-ui/useLazyPart';
import {
  type FocusEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import type Slick from 'react-slick';
import { useInView } from '../browser/useInView.ts';
import { reducedMotion, useMediaQuery } from '../browser/useMediaQuery.ts';
import { CarouselControls } from './CarouselControls.tsx';
import { markSlides } from './mark-slides.ts';
import { percent, type SlidesShown, StaticRow, useSlidesShown } from './StaticRow.tsx';
import { useAutoplay } from './useAutoplay.ts';

export interface CarouselSettings {
  testId: string;
  /** Name of its content, such as "Reviews". */
  label: string;
  gutter: string;
  shown: SlidesShown;
  /** From one change to the next. */
  intervalMs: number;
  transitionMs: number;
}

interface CarouselProps extends CarouselSettings {
  /**
   * Stands above the slides and, from 768 px on, in one line with the controls. Those stand below the
   * slides on phones, and where there is no heading.
   */
  heading?: ReactNode;
  /** The slides, each with a key. */
  children: ReactElement[];
}

/**
 * A carousel by the ARIA pattern, on react-slick. The first render is a plain row of the same size; it becomes a slider
 * after hydration without a layout shift. https://www.w3.org/WAI/ARIA/apg/patterns/carousel/
 */
export function Carousel({ testId, label, gutter, heading, children, ...settings }: CarouselProps) {
  const viewport = useRef<HTMLDivElement>(null);
  const slider = useRef<Slick>(null);
  const Slider = useSlider(viewport);
  const shown = useSlidesShown(settings.shown);
  const wantsLessMotion = useMediaQuery(reducedMotion);
  const [current, setCurrent] = useState(0);
  const interval = Slider ? settings.intervalMs : null;
  const autoplay = useAutoplay(interval, () => slider.current?.slickNext());

  const mark = () => {
    if (viewport.current) markSlides(viewport.current, shown);
  };
  // And by `onReInit` when react-slick has drawn the slides again.
  useEffect(mark);

  const items = children.map((slide, index) => (
    // Its place among the others is fixed; `markSlides` writes whether it is seen.
    <Box
      key={slide.key}
      role="group"
      aria-roledescription="slide"
      aria-label={`${index + 1} of ${children.length}`}
      data-slide=""
      data-index={index}
      h="full"
      px={`calc(${gutter} / 2)`}
    >
      {slide}
    </Box>
  ));

  return (
    <Box
      as="section"
      aria-roledescription="carousel"
      aria-label={label}
      data-testid={testId}
      onFocus={() => autoplay.setFocused(true)}
      onBlur={(event: FocusEvent) =>
        autoplay.setFocused(event.currentTarget.contains(event.relatedTarget))
      }
    >
      <Grid {...(heading ? headedLayout : bareLayout)} gap={{ base: '6', md: '8' }}>
        {heading ? <Box gridArea="heading">{heading}</Box> : null}
        <Box
          gridArea="controls"
          justifySelf={{ md: heading ? 'end' : 'start' }}
          css={{ '@media print': { display: 'none' } }}
        >
          <CarouselControls
            label={label}
            count={children.length}
            current={current}
            slider={slider}
            autoplay={autoplay}
          />
        </Box>
        <Box
          ref={viewport}
          gridArea="slides"
          minW="0"
          aria-live={autoplay.isPlaying ? 'off' : 'polite'}
          overflowX="clip"
          {...(Number.isInteger(settings.shown.phone)
            ? { mx: `calc(${gutter} / -2)` }
            : toTheEdges(gutter))}
          onMouseEnter={() => autoplay.setHovered(true)}
          onMouseLeave={() => autoplay.setHovered(false)}
          css={slickStyles}
        >
          {Slider ? (
            <div style={{ width: percent(Math.floor(shown) / shown) }}>
              <Slider
                key={shown}
                ref={slider}
                arrows={false}
                slidesToShow={Math.floor(shown)}
                speed={wantsLessMotion ? 0 : settings.transitionMs}
                initialSlide={current}
                beforeChange={(_from, to) => setCurrent(to)}
                onReInit={mark}
              >
                {items}
              </Slider>
            </div>
          ) : (
            <StaticRow shown={settings.shown}>{items}</StaticRow>
          )}
        </Box>
      </Grid>
    </Box>
  );
}

const headedLayout = {
  gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) auto' },
  gridTemplateAreas: {
    base: '"heading" "slides" "controls"',
    md: '"heading controls" "slides slides"',
  },
  alignItems: 'end',
};

const bareLayout = {
  gridTemplateColumns: 'minmax(0, 1fr)',
  gridTemplateAreas: '"slides" "controls"',
};

/** All slides as high as the highest; the one that peeks in is not cut off. */
const slickStyles = {
  '& .slick-list': { overflow: 'visible' },
  '& .slick-track': { display: 'flex' },
  '& .slick-slide': { height: 'auto' },
  '& .slick-slide > div': { height: 'full' },
};

/** On phones as wide as the window, so that the slide that peeks in ends at its edge. */
function toTheEdges(gutter: string) {
  return {
    ms: `calc(${gutter} / -2)`,
    me: { base: `calc(${gutter} / -2 - var(--side))`, md: `calc(${gutter} / -2)` },
    pe: { base: 'var(--side)', md: '0' },
  };
}

/**
 * The slider once it is there; null before, and if it cannot be loaded: then the row stays. It is loaded
 * when the row is nearly in the window.
 */
function useSlider(row: RefObject<Element | null>): typeof Slick | null {
  const isNear = useInView(row, 'any', '100%') === true;
  return useLazyPart(useEver(isNear), loadSlider);
}

const loadSlider = async () =>
  (await import(/* webpackChunkName: "slider" */ './slider.ts')).default;
