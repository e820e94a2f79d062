import { Box, Circle, Flex, Heading, Text } from '@kargo/shared-runtime/ui';
import { DotsDown } from '../DotsDown.tsx';
import type { clientSteps } from './content.ts';

interface StepperProps {
  steps: typeof clientSteps;
  /** Whether the line goes on below the last stop, to the next section. */
  goesOn?: boolean;
}

const fromStop = { top: '2.75rem', left: '1.25rem' };

/** The route line as a stepper: a dotted rail with a stop for each step. */
export function Stepper({ steps, goesOn = false }: StepperProps) {
  return (
    <Box as="ol" mt={{ base: '8', md: '12' }} position="relative">
      {steps.map(({ title, text }, index) => (
        <Flex
          as="li"
          key={title}
          position="relative"
          gap={{ base: '4', md: '6' }}
          pb={index === steps.length - 1 ? '0' : { base: '6', md: '8' }}
        >
          {index < steps.length - 1 ? <DotsDown {...fromStop} bottom="0" /> : null}
          {index === steps.length - 1 && goesOn ? (
            <DotsDown {...fromStop} bottom="-3rem" display={{ base: 'none', xl: 'block' }} />
          ) : null}
          <Circle
            aria-hidden
            position="relative"
            size="2.75rem"
            bg={index === steps.length - 1 ? 'lime' : 'violet.600'}
            color={index === steps.length - 1 ? 'ink.950' : 'white'}
            fontFamily="display"
            fontWeight={700}
            fontSize="1.125rem"
          >
            {index + 1}
          </Circle>
          <Box pt="0.375rem">
            <Heading as="h3" textStyle="title">
              {title}
            </Heading>
            <Text color="ink.600" mt="1">
              {text}
            </Text>
          </Box>
        </Flex>
      ))}
    </Box>
  );
}
