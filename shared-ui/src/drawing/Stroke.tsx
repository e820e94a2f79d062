interface StrokeProps {
  d: string;
  color: string;
  width: number;
  /** From the middle of one dot to the next; a solid line without. */
  dots?: number;
  opacity?: number;
  /** Keeps its width in a drawing that is stretched. */
  isWidthKept?: boolean;
}

export function Stroke({ color, width, dots, isWidthKept, ...path }: StrokeProps) {
  return (
    <path
      {...path}
      fill="none"
      stroke={color}
      strokeWidth={width}
      strokeDasharray={dots && `0.1 ${dots}`}
      strokeLinecap="round"
      strokeLinejoin="round"
      vectorEffect={isWidthKept ? 'non-scaling-stroke' : undefined}
    />
  );
}
