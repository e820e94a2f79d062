import { css } from '@kargo/shared-runtime/styles';
import { Drawing } from '../../Drawing.tsx';

/** An abstract portrait of circles, since no face is invented for a sample name. */
export function Portrait({ seed, name }: { seed: number; name: string }) {
  return (
    <Drawing
      name={`portrait-${seed}`}
      role="img"
      aria-label={`Portrait of ${name}`}
      viewBox="0 0 96 96"
      className={css({
        flexShrink: 0,
        boxSize: { base: '4.5rem', md: '6rem' },
        borderRadius: 'card',
      })}
    />
  );
}
