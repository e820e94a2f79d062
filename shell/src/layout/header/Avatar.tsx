import { UserRound } from 'lucide-react';
import { isProfile, type LoginUser } from 'shared-runtime/session';
import { chakra, Flex } from 'shared-runtime/ui';

/** The driver's picture, or the initials, or a figure while nothing is known. For the eye only. */
export function Avatar({ user }: { user: LoginUser | null }) {
  const image = isProfile(user) ? user.image : null;
  return (
    <Flex
      aria-hidden
      align="center"
      justify="center"
      boxSize="2rem"
      flexShrink={0}
      overflow="hidden"
      borderRadius="full"
      bg="amber"
      color="ink.950"
      fontSize="0.75rem"
      fontWeight={700}
    >
      {image ? (
        <chakra.img src={image} alt="" boxSize="full" objectFit="cover" />
      ) : (
        initials(user?.name) || <UserRound size={18} strokeWidth={1.75} />
      )}
    </Flex>
  );
}

/** First letters of the first and the last word. */
function initials(name = ''): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}
