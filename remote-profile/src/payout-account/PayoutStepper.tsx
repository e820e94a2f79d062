import { css, cx } from '@kargo/shared-runtime/styles';
import type { Profile } from '@kargo/shared-types/api/driver';
import { type PayoutState, payoutState } from '@kargo/shared-types/api/payout-state';
import { LineIcon } from '@kargo/shared-ui/LineIcon';
import { Check, TriangleAlert } from 'lucide-react';
import { LastLink } from './LastLink.tsx';

const stops = ['Your details', 'Secure link', 'Ready to be paid'] as const;

const passedStops: Record<PayoutState, number> = { disabled: 1, form: 0, pending: 1, done: 3 };

const spoken = { passed: 'done', current: 'now', blocked: 'stopped', ahead: 'not yet' };

type Stop = keyof typeof spoken;

/** The setup of payouts as a route with three stops, and the driver's position on it. */
export function PayoutStepper({ profile }: { profile: Profile }) {
  const state = payoutState(profile);
  const passed = passedStops[state];
  return (
    <ol
      className={css({
        display: 'flex',
        flexWrap: 'wrap',
        rowGap: '4',
        overflowX: 'clip',
        mt: '8',
      })}
      aria-label="Payout setup"
    >
      {stops.map((label, index) => {
        const stop = stopAt(index, passed, state);
        return (
          <li
            key={label}
            className={css({
              flex: '1 1 4.5rem',
              position: 'relative',
              textAlign: 'center',
              px: '1',
            })}
            aria-current={stop === 'current' || stop === 'blocked' ? 'step' : undefined}
          >
            {index > 0 && (
              <div
                className={css({
                  position: 'absolute',
                  top: '1.25rem',
                  right: 'calc(50% + 1.75rem)',
                  w: 'calc(100% - 3.5rem)',
                  borderTopWidth: '3px',
                  borderTopStyle: index <= passed ? 'solid' : 'dotted',
                  borderColor: index <= passed ? 'violet.600' : 'line.strong',
                })}
              />
            )}
            <Marker stop={stop} number={index + 1} isLast={index === stops.length - 1} />
            <p
              className={css({
                textStyle: 'label',
                mt: '2',
                color: stop === 'ahead' ? 'ink.500' : 'ink.900',
              })}
            >
              <span>{label}</span>
              <span className={css({ srOnly: true })}>{` (${spoken[stop]})`}</span>
            </p>
            {label === 'Secure link' && index === passed && profile.last_link && (
              <LastLink {...profile.last_link} />
            )}
          </li>
        );
      })}
    </ol>
  );
}

function stopAt(index: number, passed: number, state: PayoutState): Stop {
  if (index < passed) return 'passed';
  if (index > passed) return 'ahead';
  return state === 'disabled' ? 'blocked' : 'current';
}

const inForcedColors = css({
  _highContrast: {
    forcedColorAdjust: 'none',
    bg: 'Highlight',
    color: 'HighlightText',
  },
});

const markerLooks = {
  passed: css({ bg: 'violet.600', borderColor: 'violet.600', color: 'white' }),
  current: cx(css({ bg: 'paper', borderColor: 'violet.600', color: 'violet.700' }), inForcedColors),
  blocked: cx(
    css({ bg: 'warning.surface', borderColor: 'warning', color: 'warning' }),
    inForcedColors,
  ),
  ahead: css({ bg: 'paper', borderColor: 'line.strong', color: 'ink.500' }),
  // The lime pin ends the route line, as everywhere on the site.
  arrived: css({ bg: 'lime', borderColor: 'ink.950', color: 'ink.950' }),
};

function Marker({ stop, number, isLast }: { stop: Stop; number: number; isLast: boolean }) {
  const look = stop === 'passed' && isLast ? 'arrived' : stop;
  return (
    <div
      className={cx(
        css({ circle: '2.75rem', mx: 'auto', borderWidth: '3px', fontWeight: 700 }),
        markerLooks[look],
      )}
      aria-hidden
    >
      {stop === 'passed' && (
        <LineIcon of={Check} strokeWidth={2.5} className={css({ boxSize: '1.25rem' })} />
      )}
      {stop === 'blocked' && (
        <LineIcon of={TriangleAlert} strokeWidth={2} className={css({ boxSize: '1.25rem' })} />
      )}
      {(stop === 'current' || stop === 'ahead') && <span>{number}</span>}
    </div>
  );
}
