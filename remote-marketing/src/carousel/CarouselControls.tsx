import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, Flex } from 'shared-runtime/ui';

interface CarouselControlsProps {
  label: string;
  isPlaying: boolean;
  onToggle: () => void;
  onPrevious: () => void;
  onNext: () => void;
}

/** The three buttons of a carousel; the one that stops it comes first. */
export function CarouselControls({
  label,
  isPlaying,
  onToggle,
  onPrevious,
  onNext,
}: CarouselControlsProps) {
  return (
    <Flex gap="2">
      <RoundButton label={`${isPlaying ? 'Pause' : 'Play'} ${label}`} onClick={onToggle}>
        {isPlaying ? <Pause size={18} aria-hidden /> : <Play size={18} aria-hidden />}
      </RoundButton>
      <RoundButton label={`Previous of ${label}`} onClick={onPrevious}>
        <ChevronLeft size={20} aria-hidden />
      </RoundButton>
      <RoundButton label={`Next of ${label}`} onClick={onNext}>
        <ChevronRight size={20} aria-hidden />
      </RoundButton>
    </Flex>
  );
}

function RoundButton({
  label,
  onClick,
  children,
}: {
  label: string;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <Button
      variant="outline"
      aria-label={label}
      onClick={onClick}
      boxSize="2.75rem"
      p="0"
      borderRadius="full"
    >
      {children}
    </Button>
  );
}
