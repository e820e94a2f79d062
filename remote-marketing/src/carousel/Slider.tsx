import type { ReactNode, Ref } from 'react';
import Slick from 'react-slick';
import 'slick-carousel/slick/slick.css';

interface SliderProps {
  ref: Ref<Slick>;
  /** Whole slides seen at once. */
  slidesToShow: number;
  transitionMs: number;
  /** The slide to begin with. */
  initialSlide: number;
  /** Called with the first visible slide when the movement to it starts. */
  onChange: (index: number) => void;
  children: ReactNode;
}

/** react-slick as the carousels use it; a chunk of its own, loaded after hydration. */
export default function Slider({
  ref,
  slidesToShow,
  transitionMs,
  initialSlide,
  onChange,
  children,
}: SliderProps) {
  return (
    <Slick
      ref={ref}
      infinite
      arrows={false}
      dots={false}
      slidesToShow={slidesToShow}
      slidesToScroll={1}
      speed={transitionMs}
      initialSlide={initialSlide}
      beforeChange={(_from, to) => onChange(to)}
    >
      {children}
    </Slick>
  );
}
