import { Box, chakra, Flex, VisuallyHidden } from '@kargo/shared-runtime/ui';
import { chosenInForcedColors } from '@kargo/shared-ui/chosen-in-forced-colors';

const choices = [
  { billing: 'monthly', label: 'Monthly' },
  { billing: 'yearly', label: 'Yearly' },
] as const;

export type Billing = (typeof choices)[number]['billing'];

interface BillingToggleProps {
  billing: Billing;
  onChange: (billing: Billing) => void;
}

/** Two radio buttons that look like one switch. */
export function BillingToggle({ billing, onChange }: BillingToggleProps) {
  return (
    <Flex as="fieldset" p="1" borderRadius="full" bg="ink.800" outline="1px solid transparent">
      <VisuallyHidden as="legend">Billing</VisuallyHidden>
      {choices.map((choice) => (
        <Box
          as="label"
          key={choice.label}
          position="relative"
          display="flex"
          alignItems="center"
          h="2.75rem"
          px="clamp(0.5rem, 100vw - 18.5rem, 1.5rem)"
          borderRadius="full"
          fontWeight={600}
          cursor="pointer"
          transition="background-color {durations.fast}, color {durations.fast}"
          css={{
            '&:has(:focus-visible)': { outline: '3px solid {colors.lime}', outlineOffset: '2px' },
            '&:has(:checked)': { bg: 'white', color: 'ink.900', ...chosenInForcedColors },
          }}
        >
          <chakra.input
            type="radio"
            name="billing"
            value={choice.billing}
            checked={billing === choice.billing}
            onChange={() => onChange(choice.billing)}
            position="absolute"
            inset="0"
            boxSize="full"
            opacity={0}
            cursor="pointer"
          />
          {choice.label}
        </Box>
      ))}
    </Flex>
  );
}
