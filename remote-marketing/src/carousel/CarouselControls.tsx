import { Button, Flex } from '@kargo/shared-runtime/ui';
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { CarouselDots, type CarouselDotsProps } from './CarouselDots.tsx';

interface CarouselControlsProps extends CarouselDotsProps {
  isPlaying: boolean;
  onToggle: () => void;
  onPrevious: () => void;
  onNext: () => void;
}

/** The buttons of a carousel in one row; the one that stops it comes first. */
export function CarouselControls({
  label,
  isPlaying,
  onToggle,
  onPrevious,
  onNext,
  ...dots
}: CarouselControlsProps) {
  return (
    <Flex align="center" justify="space-between" gap={{ base: '1', md: '2' }}>
      <RoundButton label={`${isPlaying ? 'Pause' : 'Play'} ${label}`} onClick={onToggle}>
        {isPlaying ? <Pause size={18} aria-hidden /> : <Play size={18} aria-hidden />}
      </RoundButton>
      <CarouselDots label={label} {...dots} />
      <Flex gap={{ base: '1', md: '2' }}>
        <RoundButton label={`Previous of ${label}`} onClick={onPrevious}>
          <ChevronLeft size={20} aria-hidden />
        </RoundButton>
        <RoundButton label={`Next of ${label}`} onClick={onNext}>
          <ChevronRight size={20} aria-hidden />
        </RoundButton>
      </Flex>
    </Flex>
  );
}

interface RoundButtonProps {
  label: string;
  onClick: () => void;
  children: ReactNode;
}

function RoundButton({ label, onClick, children }: RoundButtonProps) {
  return (
    <Button
      variant="outline"
      aria-label={label}
      onClick={onClick}
      boxSize="2.75rem"
      minH="0"
      p="0"
      borderRadius="full"
    >
      {children}
    </Button>
  );
}
