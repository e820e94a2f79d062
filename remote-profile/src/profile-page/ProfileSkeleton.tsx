import { Box, Stack } from '@kargo/shared-runtime/ui';

/**
 * Placeholders for the section navigation and the cards until the profile is loaded. No form, since
 * it is not known yet which one is shown.
 */
export function ProfileSkeleton() {
  return (
    <>
      <Stack gap="6" display={{ base: 'none', lg: 'flex' }} px="4" py="3" aria-hidden>
        {['9rem', '8.5rem', '12rem', '6rem'].map((width) => (
          <Box key={width} h="1.5rem" w={width} bg="lilac" borderRadius="input" />
        ))}
      </Stack>
      <Stack gap="6" aria-hidden data-testid="profile-skeleton">
        {['27.5rem', '28.5rem', '28rem'].map((height) => (
          <Box
            key={height}
            minH={height}
            p={{ base: '6', md: '8' }}
            bg="paper"
            borderWidth="1px"
            borderColor="line"
            borderRadius="card"
          >
            <Box h="2rem" w="14rem" maxW="full" bg="lilac" borderRadius="input" />
            <Box h="input" mt="8" bg="mist" borderRadius="input" />
            <Box h="input" mt="6" bg="mist" borderRadius="input" />
            <Box h="3rem" w="9.5rem" mt="8" bg="lilac" borderRadius="button" />
          </Box>
        ))}
      </Stack>
    </>
  );
}
