import type { ReactNode, Ref } from 'react';
import Slick from 'react-slick';
import 'slick-carousel/slick/slick.css';

export type SliderHandle = Pick<Slick, 'slickNext' | 'slickPrev'>;

interface SliderProps {
  ref: Ref<Slick>;
  /** Whole slides seen at once. */
  slidesToShow: number;
  transitionMs: number;
  children: ReactNode;
}

/** react-slick as the carousels use it; a chunk of its own, loaded when the page stands. */
export default function Slider({ ref, slidesToShow, transitionMs, children }: SliderProps) {
  return (
    <Slick
      ref={ref}
      infinite
      arrows={false}
      dots={false}
      slidesToShow={slidesToShow}
      slidesToScroll={1}
      speed={transitionMs}
    >
      {children}
    </Slick>
  );
}
