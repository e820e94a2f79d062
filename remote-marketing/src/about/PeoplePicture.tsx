import { Box, chakra, Flex, Text } from 'shared-runtime/ui';
import { Portrait } from '../home/pictures/Portrait.tsx';
import { paint } from '../paint.ts';
import { type Person, people, peoplePicture } from './content.ts';

/** Sender, driver and door on one route line, each with the question that Kargo answers. */
export function PeoplePicture() {
  return (
    <Box
      role="img"
      aria-label={peoplePicture}
      position="relative"
      overflow="hidden"
      px={{ base: '6', sm: '8', xl: '12' }}
      py={{ base: '8', xl: '12' }}
      bg="lilac"
      borderRadius="panel"
    >
      <Way />
      <Flex aria-hidden position="relative" direction="column" gap={{ base: '8', xl: '12' }}>
        {people.map((person, index) => (
          <PersonCard key={person.name} person={person} isMirrored={index % 2 === 1} />
        ))}
      </Flex>
    </Box>
  );
}

function PersonCard({
  person: { name, part, says, image },
  isMirrored,
}: {
  person: Person;
  isMirrored: boolean;
}) {
  return (
    <Flex
      direction={isMirrored ? 'row-reverse' : 'row'}
      align="center"
      gap={{ base: '3', sm: '6' }}
      textAlign={isMirrored ? 'end' : 'start'}
    >
      <Box borderRadius="card" boxShadow="0 0 0 4px {colors.paper}">
        <Portrait seed={image} name={name} />
      </Box>
      <Box
        px={{ base: '4', sm: '6' }}
        py={{ base: '3', sm: '4' }}
        bg="paper"
        borderRadius="card"
        boxShadow="s"
      >
        <Text textStyle="title">{says}</Text>
        <Text color="ink.500" mt="1">
          {name} {part}
        </Text>
      </Box>
    </Flex>
  );
}

/** The route line from one person to the next, and on to the door. */
function Way() {
  return (
    <chakra.svg
      aria-hidden
      position="absolute"
      inset="0"
      w="full"
      h="full"
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      fill="none"
    >
      <path
        d="M-20 6C4 2 16 8 17 22s0 12 26 14 40 2 40 14-6 16-34 16S18 70 17 82s20 22 90 12"
        stroke={paint.violet500}
        strokeWidth={3.2}
        strokeDasharray="0.1 11"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </chakra.svg>
  );
}
