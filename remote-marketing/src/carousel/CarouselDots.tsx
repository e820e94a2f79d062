import { chakra, Flex } from '@kargo/shared-runtime/ui';

export interface CarouselDotsProps {
  label: string;
  count: number;
  /** The first slide that is seen, counted from 0. */
  current: number;
  onPick: (index: number) => void;
}

/** Side margins of a phone, the three round buttons and the gaps beside them, in rem. */
const besideDots = 3 + 3 * 2.75 + 3 * 0.25;
/** Also the smallest target size that WCAG 2.5.8 allows. */
const dotSize = 1.5;

/** One dot for each slide, where all of them fit in one row with the other buttons. */
export function CarouselDots({ label, count, current, onPick }: CarouselDotsProps) {
  return (
    <Flex
      role="group"
      aria-label={`Choose of ${label}`}
      display="none"
      css={{ [`@media (min-width: ${besideDots + count * dotSize}rem)`]: { display: 'flex' } }}
    >
      {Array.from({ length: count }, (_, index) => (
        <Dot
          key={index}
          type="button"
          aria-label={`Show ${index + 1} of ${count}`}
          aria-current={index === current}
          onClick={() => onPick(index)}
        />
      ))}
    </Flex>
  );
}

const Dot = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
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
