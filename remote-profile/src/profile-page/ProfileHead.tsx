import { Box, chakra, Flex, Heading, Text } from '@kargo/shared-runtime/ui';
import type { Profile } from '@kargo/shared-types/api/driver';
import { earlyNameMark } from '@kargo/shared-types/page/page-marks';
import { Avatar } from '@kargo/shared-ui/Avatar';
import type { Elements } from '@kargo/shared-ui/elements';

const avatarSize = 'clamp(4rem, 10vw, 6rem)';

export function ProfileHead(props: { profile: Profile | null; children: Elements }) {
  const { profile, children } = props;
  return (
    <Flex align="center" gap={{ base: '4', md: '6' }} wrap="wrap" minH="6rem">
      {profile ? (
        <Avatar name={profile.name} src={profile.image} alt="" size={avatarSize} />
      ) : (
        <Box boxSize={avatarSize} bg="lilac" borderRadius="full" />
      )}
      <Box flex="1" minW="min(100%, 14rem)">
        <Heading as="h1" textStyle="label" color="violet.700" tabIndex={-1}>
          My profile
        </Heading>
        <Text
          textStyle={profile && profile.name.length > 40 ? 'h3' : 'h2'}
          overflowWrap="anywhere"
          mt="1"
        >
          <Line text={profile?.name} {...{ [earlyNameMark]: '' }} />
        </Text>
        <Text color="ink.600" mt="1">
          <Line text={profile?.phone} />
        </Text>
      </Box>
      {profile ? (
        children
      ) : (
        <Text as="span" textStyle="small" py="1">
          <Line />
        </Text>
      )}
    </Flex>
  );
}

/**
 * A line of text, or a placeholder as high as one. What the page's early script puts into it stays there while
 * React hydrates it, and is painted as large as the text that takes its place.
 */
function Line({ text, ...mark }: { text?: string | undefined; [earlyNameMark]?: '' }) {
  return (
    <TextLine data-empty={text === undefined ? '' : undefined} suppressHydrationWarning {...mark}>
      {text ?? '\u00a0'}
    </TextLine>
  );
}

const TextLine = chakra('span', {
  base: {
    display: 'inline-block',
    maxW: 'full',
    '&[data-empty]:not(:has(*))': { w: '10rem', bg: 'lilac', borderRadius: 'input' },
    '& > *': { display: 'block' },
  },
});
