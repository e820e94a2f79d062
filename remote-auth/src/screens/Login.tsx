import { Link as RouterLink } from '@kargo/shared-runtime/router';
import { Box, Flex, Heading, Link, Text } from '@kargo/shared-runtime/ui';
import { paths } from '@kargo/shared-types/page/paths';
import { LineIcon } from '@kargo/shared-ui/LineIcon';
import { ArrowLeft } from 'lucide-react';
import { Scene } from '../login-page/Scene.tsx';
import { SessionNotice } from '../login-page/SessionNotice.tsx';
import { SignInForm } from '../sign-in/SignInForm.tsx';

/** The login screen (spec section 2). */
export default function Login() {
  return (
    <Flex direction={{ base: 'column', md: 'row' }} minH="100dvh">
      <Box
        flex="none"
        w={{ base: 'full', md: '41.667%', lg: '58.333%' }}
        h={{ base: '120px', md: '100dvh' }}
        position={{ md: 'sticky' }}
        top="0"
      >
        <Scene />
      </Box>
      <Flex
        flex="1"
        minW="0"
        direction="column"
        px={{ base: '6', md: '12' }}
        py={{ base: '6', md: '8' }}
      >
        <Link
          asChild
          display="inline-flex"
          alignItems="center"
          alignSelf="flex-start"
          gap="2"
          minH="2.75rem"
          color="ink.600"
          textDecoration="none"
        >
          <RouterLink to={paths.home()}>
            <LineIcon of={ArrowLeft} boxSize="1.5rem" />
            Back
          </RouterLink>
        </Link>
        <Box w="full" maxW="form" mx="auto" my={{ md: 'auto' }} py={{ base: '4', md: '8' }}>
          <Heading as="h1" tabIndex={-1}>
            <Text as="span" display="block" textStyle="h1">
              Welcome back.
            </Text>{' '}
            <Text as="span" display="block" mt="3" textStyle="lead" color="ink.600">
              Log in to your profile.
            </Text>
          </Heading>
          <SessionNotice />
          <Box mt="8">
            <SignInForm />
          </Box>
          <Text mt="6" textAlign="center" color="ink.600">
            Drivers sign up in the Kargo app.
          </Text>
        </Box>
      </Flex>
    </Flex>
  );
}
