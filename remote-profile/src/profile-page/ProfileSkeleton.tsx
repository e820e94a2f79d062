import { Box, Stack } from 'shared-runtime/ui';

/** Holds the place of the cards until the profile is there. No form: it could be the wrong one. */
export function ProfileSkeleton() {
  return (
    <Stack gap="6" aria-hidden data-testid="profile-skeleton">
      {['26rem', '22rem', '18rem'].map((height) => (
        <Box
          key={height}
          h={height}
          p={{ base: '6', md: '8' }}
          bg="paper"
          borderWidth="1px"
          borderColor="line"
          borderRadius="card"
        >
          <Box h="2rem" w="14rem" maxW="full" bg="lilac" borderRadius="input" />
          <Box h="input" mt="8" bg="mist" borderRadius="input" />
          <Box h="input" mt="4" bg="mist" borderRadius="input" />
        </Box>
      ))}
    </Stack>
  );
}
