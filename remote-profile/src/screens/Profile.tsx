import { isProfile, useSession } from 'shared-runtime/session';
import { Box, Container, Stack } from 'shared-runtime/ui';
import { Toasts } from '../notices/Toasts.tsx';
import { ProfileInformation } from '../profile-information/ProfileInformation.tsx';
import { ProfileHead } from '../profile-page/ProfileHead.tsx';
import { ProfileSkeleton } from '../profile-page/ProfileSkeleton.tsx';

/** The driver's own page (spec section 2). */
export default function Profile() {
  const { loginUser } = useSession();
  const profile = isProfile(loginUser) ? loginUser : null;
  return (
    <Box bg="mist" minH="full">
      <Container py={{ base: '8', md: '12' }}>
        <ProfileHead profile={profile} />
        <Box mt={{ base: '8', md: '12' }}>
          {profile ? (
            <Stack gap="6">
              <ProfileInformation profile={profile} />
            </Stack>
          ) : (
            <ProfileSkeleton />
          )}
        </Box>
      </Container>
      <Toasts />
    </Box>
  );
}
