import { Box, Circle, chakra, Flex, Text, VisuallyHidden } from '@kargo/shared-runtime/ui';
import type { Profile } from '@kargo/shared-types/api/driver';
import { type PayoutState, payoutState } from '@kargo/shared-types/api/payout-state';
import { chosenInForcedColors } from '@kargo/shared-ui/chosen-in-forced-colors';
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
    <Flex as="ol" wrap="wrap" rowGap="4" overflowX="clip" mt="8" aria-label="Payout setup">
      {stops.map((label, index) => {
        const stop = stopAt(index, passed, state);
        return (
          <chakra.li
            key={label}
            flex="1 1 4.5rem"
            position="relative"
            textAlign="center"
            px="1"
            aria-current={stop === 'current' || stop === 'blocked' ? 'step' : undefined}
          >
            {index > 0 && (
              <Box
                position="absolute"
                top="1.25rem"
                right="calc(50% + 1.75rem)"
                w="calc(100% - 3.5rem)"
                borderTopWidth="3px"
                borderTopStyle={index <= passed ? 'solid' : 'dotted'}
                borderColor={index <= passed ? 'violet.600' : 'line.strong'}
              />
            )}
            <Marker stop={stop} number={index + 1} isLast={index === stops.length - 1} />
            <Text textStyle="label" mt="2" color={stop === 'ahead' ? 'ink.500' : 'ink.900'}>
              <span>{label}</span>
              <VisuallyHidden>{` (${spoken[stop]})`}</VisuallyHidden>
            </Text>
            {label === 'Secure link' && index === passed && profile.last_link && (
              <LastLink {...profile.last_link} />
            )}
          </chakra.li>
        );
      })}
    </Flex>
  );
}

function stopAt(index: number, passed: number, state: PayoutState): Stop {
  if (index < passed) return 'passed';
  if (index > passed) return 'ahead';
  return state === 'disabled' ? 'blocked' : 'current';
}

const markerLooks = {
  passed: { bg: 'violet.600', borderColor: 'violet.600', color: 'white' },
  current: {
    bg: 'paper',
    borderColor: 'violet.600',
    color: 'violet.700',
    ...chosenInForcedColors,
  },
  blocked: {
    bg: 'warning.surface',
    borderColor: 'warning',
    color: 'warning',
    ...chosenInForcedColors,
  },
  ahead: { bg: 'paper', borderColor: 'line.strong', color: 'ink.500' },
  // The lime pin ends the route line, as everywhere on the site.
  arrived: { bg: 'lime', borderColor: 'ink.950', color: 'ink.950' },
};

function Marker({ stop, number, isLast }: { stop: Stop; number: number; isLast: boolean }) {
  const look = stop === 'passed' && isLast ? 'arrived' : stop;
  return (
    <Circle
      aria-hidden
      {...markerLooks[look]}
      size="2.75rem"
      mx="auto"
      borderWidth="3px"
      fontWeight={700}
    >
      {stop === 'passed' && <LineIcon of={Check} boxSize="1.25rem" strokeWidth={2.5} />}
      {stop === 'blocked' && <LineIcon of={TriangleAlert} boxSize="1.25rem" strokeWidth={2} />}
      {(stop === 'current' || stop === 'ahead') && <span>{number}</span>}
    </Circle>
  );
}
