import { css, cx } from '@kargo/shared-runtime/styles';
import { useLatch } from '@kargo/shared-ui/useLatch';
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
  shown: SlidesShown;
  /** Sets `--gutter`, `--shown` as above, and `--to-edge` if the row is wider than the column. */
  className: string;
  /** From one change to the next. */
  intervalMs: number;
  transitionMs: number;
}

interface CarouselProps extends CarouselSettings {
  /**
   * Shown above the slides and, from 768 px on, in one line with the controls. On phones, and
   * without a heading, the controls are below the slides.
   */
  heading?: ReactNode;
  /** The slides, each with a key. */
  children: ReactElement[];
}

/**
 * A carousel by https://www.w3.org/WAI/ARIA/apg/patterns/carousel/, on react-slick. First a plain
 * row of the same size, it becomes a slider after hydration without a layout shift.
 */
export function Carousel({ testId, label, heading, children, ...settings }: CarouselProps) {
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
  // Also called by `onReInit` when react-slick has drawn the slides again.
  useEffect(mark);

  const items = children.map((slide, index) => (
    // Its index is fixed; `markSlides` writes whether it is visible.
    // biome-ignore lint/a11y/useSemanticElements: the ARIA pattern has this role
    <div
      key={slide.key}
      className={css({ h: 'full', px: 'calc(var(--gutter) / 2)' })}
      role="group"
      aria-roledescription="slide"
      aria-label={`${index + 1} of ${children.length}`}
      data-slide=""
      data-index={index}
    >
      {slide}
    </div>
  ));

  return (
    <section
      className={settings.className}
      aria-roledescription="carousel"
      aria-label={label}
      data-testid={testId}
      onFocus={() => autoplay.setFocused(true)}
      onBlur={(event: FocusEvent) =>
        autoplay.setFocused(event.currentTarget.contains(event.relatedTarget))
      }
    >
      <div
        className={cx(
          css({ display: 'grid', gap: { base: '6', md: '8' } }),
          heading ? headedLayout : bareLayout,
        )}
      >
        {heading ? <div className={css({ gridArea: 'heading' })}>{heading}</div> : null}
        <div
          className={css({
            gridArea: 'controls',
            justifySelf: { md: heading ? 'end' : 'start' },
            '@media print': { display: 'none' },
          })}
        >
          <CarouselControls
            label={label}
            count={children.length}
            current={current}
            slider={slider}
            autoplay={autoplay}
          />
        </div>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it only notes whether a mouse is there */}
        <div
          ref={viewport}
          className={cx(viewportStyle, slickStyles)}
          aria-live={autoplay.isPlaying ? 'off' : 'polite'}
          onMouseEnter={() => autoplay.setHovered(true)}
          onMouseLeave={() => autoplay.setHovered(false)}
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
            <StaticRow>{items}</StaticRow>
          )}
        </div>
      </div>
    </section>
  );
}

const headedLayout = css({
  gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) auto' },
  gridTemplateAreas: {
    base: '"heading" "slides" "controls"',
    md: '"heading controls" "slides slides"',
  },
  alignItems: 'end',
});

const bareLayout = css({
  gridTemplateColumns: 'minmax(0, 1fr)',
  gridTemplateAreas: '"slides" "controls"',
});

const viewportStyle = css({
  gridArea: 'slides',
  minW: '0',
  overflowX: 'clip',
  '@media (scripting: none)': { overflowX: 'auto' },
  ms: 'calc(var(--gutter) / -2)',
  me: 'calc(var(--gutter) / -2 - var(--to-edge, 0px))',
  pe: 'var(--to-edge, 0px)',
});

/** All slides as high as the highest; the one that peeks in is not cut off. */
const slickStyles = css({
  '& .slick-list': { overflow: 'visible' },
  '& .slick-track': { display: 'flex' },
  '& .slick-slide': { height: 'auto' },
  '& .slick-slide > div': { height: 'full' },
});

/** Loads when the row is nearly in the window. Null until then, and if it fails: the row stays. */
function useSlider(row: RefObject<Element | null>): typeof Slick | null {
  const isNear = useInView(row, 'any', '100%') === true;
  return useLazyPart(useLatch(isNear), loadSlider);
}

const loadSlider = async () =>
  (await import(/* webpackChunkName: "slider" */ './slider.ts')).default;
