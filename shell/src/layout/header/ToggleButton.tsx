import { type LucideIcon, X } from 'lucide-react';
import { type ComponentProps, useRef } from 'react';
import { IconButton } from './IconButton.tsx';
import { useEscape, useWidthChange } from './useDocumentEvent.ts';

interface ToggleButtonProps extends Omit<ComponentProps<'button'>, 'onToggle'> {
  /** What it opens and closes; `aria-controls` has its id. */
  name: string;
  icon: LucideIcon;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
}

/** Opens and closes a part of the header. Escape and a change of the window's width close it. */
export function ToggleButton({ name, icon: Icon, isOpen, onToggle, ...props }: ToggleButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEscape(isOpen, () => {
    onToggle(false);
    button.current?.focus();
  });
  useWidthChange(isOpen, () => onToggle(false));
  return (
    <IconButton
      ref={button}
      aria-label={`${isOpen ? 'Close' : 'Open'} ${name}`}
      aria-expanded={isOpen}
      onClick={() => onToggle(!isOpen)}
      {...props}
    >
      {isOpen ? <X aria-hidden /> : <Icon aria-hidden />}
    </IconButton>
  );
}
