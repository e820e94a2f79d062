import { css, cx } from '@kargo/shared-runtime/styles';
import { DotsDown } from '../DotsDown.tsx';
import type { clientSteps } from './content.ts';

interface StepperProps {
  steps: typeof clientSteps;
  /** Whether the line goes on below the last stop, to the next section. */
  goesOn?: boolean;
}

const fromStop = css({ top: '2.75rem', left: '1.25rem' });

/** The route line as a stepper: a dotted rail with a stop for each step. */
export function Stepper({ steps, goesOn = false }: StepperProps) {
  return (
    <ol className={css({ mt: { base: '8', md: '12' }, position: 'relative' })}>
      {steps.map(({ title, text }, index) => (
        <li
          key={title}
          className={css({
            display: 'flex',
            position: 'relative',
            gap: { base: '4', md: '6' },
            pb: index === steps.length - 1 ? '0' : { base: '6', md: '8' },
          })}
        >
          {index < steps.length - 1 ? (
            <DotsDown className={cx(fromStop, css({ bottom: '0' }))} />
          ) : null}
          {index === steps.length - 1 && goesOn ? (
            <DotsDown
              className={cx(
                fromStop,
                css({ bottom: '-3rem', display: { base: 'none', xl: 'block' } }),
              )}
            />
          ) : null}
          <div
            className={css({
              position: 'relative',
              circle: '2.75rem',
              bg: index === steps.length - 1 ? 'lime' : 'violet.600',
              color: index === steps.length - 1 ? 'ink.950' : 'white',
              fontFamily: 'display',
              fontWeight: 700,
              fontSize: '1.125rem',
            })}
            aria-hidden
          >
            {index + 1}
          </div>
          <div className={css({ pt: '0.375rem' })}>
            <h3 className={css({ textStyle: 'title' })}>{title}</h3>
            <p className={css({ color: 'ink.600', mt: '1' })}>{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
