import { Link } from '@kargo/shared-runtime/router';
import { Box, Container, chakra, Flex, Grid, Heading, Text } from '@kargo/shared-runtime/ui';
import { type Anchor, paths } from '@kargo/shared-types/page/paths';
import * as paint from '@kargo/shared-ui/drawing/paint';
import { StoreButtons } from '@kargo/shared-ui/StoreButtons';
import { twoColumns } from '@kargo/shared-ui/two-columns';
import type { ReactNode } from 'react';
import { AnchorLink } from '../AnchorLink.tsx';
import { ContactDetails } from '../ContactDetails.tsx';
import { Logo } from '../Logo.tsx';
import { BackToTop } from './BackToTop.tsx';
import { ContactLink } from './ContactLink.tsx';
import { SocialGlyphs } from './SocialGlyphs.tsx';

const columns = { base: twoColumns, md: '5fr 3fr 4fr' };

export function Footer({ inert }: { inert: boolean }) {
  return (
    <chakra.footer
      inert={inert}
      data-surface="dark"
      bg="ink.950"
      // Hidden for the first 2 s of a screen's loading: it would be seen for a moment, then jump away.
      css={{ 'main:has([data-pending-screen]) ~ &': { animation: 'unseen 2s steps(1, end)' } }}
    >
      {/* At the end of the page the floating button covers nothing. */}
      <Container pt={{ base: '16', lg: '24' }} pb={{ base: '24', xl: '8' }}>
        <Grid templateColumns={columns} columnGap="6" rowGap="12" alignItems="start">
          <Box gridColumn={{ base: '1 / -1', lg: 'auto' }}>
            <Logo />
            <Text color="ink.300" maxW="22rem" mt="6">
              Parcels, gifts and business deliveries, tracked live to the door.
            </Text>
            <Box mt="6">
              <StoreButtons surface="dark" />
            </Box>
          </Box>
          <Box id={'contact' satisfies Anchor} gridColumn={{ base: '1 / -1', lg: '2 / -1' }}>
            <Heading as="h2" textStyle="h3" tabIndex={-1}>
              Questions? Talk to us.
            </Heading>
            <Text color="ink.300" mt="3" mb="4">
              Our support team answers 24-7.
            </Text>
            <ContactDetails />
          </Box>
        </Grid>
        {/* The end of the route line: divides the footer and ends in the lime pin. */}
        <Box position="relative" h="4rem" my={{ base: '8', lg: '12' }} aria-hidden>
          <Box
            position="absolute"
            inset="50% 2.25rem auto 0"
            h="4px"
            mt="-2px"
            bgImage="radial-gradient(circle at 2px, {colors.violet.500} 1.25px, transparent 2px)"
            bgSize="11px 4px"
          />
          <chakra.svg
            viewBox="0 0 36 36"
            position="absolute"
            right="0"
            top="calc(50% - 1.125rem)"
            boxSize="2.25rem"
          >
            <g fill="none" stroke={paint.lime} strokeWidth={2}>
              <circle cx={18} cy={18} r={16} strokeOpacity={0.35} />
              <circle cx={18} cy={18} r={7} fill={paint.lime} />
            </g>
          </chakra.svg>
        </Box>
        <Grid templateColumns={columns} columnGap="6" rowGap="12">
          <Links heading="Useful Links">
            <FooterLink to={paths.home()}>Home</FooterLink>
            <FooterLink to={paths.about()}>About us</FooterLink>
            <Entry>
              <AnchorLink anchor="features">Services</AnchorLink>
            </Entry>
            <Entry>
              <span>
                Blog
                {/* There is no blog yet, and a link to nothing would be worse than none. */}
                <chakra.span
                  ml="2"
                  px="2"
                  py="0.5"
                  textStyle="label"
                  fontSize="0.75rem"
                  color="lime"
                  border="1px solid"
                  borderColor="ink.600"
                  borderRadius="full"
                >
                  Soon
                </chakra.span>
              </span>
            </Entry>
            <Entry>
              <ContactLink>Contact us</ContactLink>
            </Entry>
          </Links>
          <Links heading="Help">
            <FooterLink to={paths.faqs()}>FAQs</FooterLink>
            <FooterLink to={paths.support()}>Support</FooterLink>
            <FooterLink to={paths.howItWorks()}>How It Works</FooterLink>
          </Links>
          <Links heading="Legal">
            <FooterLink to={paths.termsAndConditions()}>Terms And Conditions</FooterLink>
            <FooterLink to={paths.privacyPolicy()}>Privacy Policy</FooterLink>
          </Links>
        </Grid>
        <Flex
          wrap="wrap-reverse"
          align="center"
          justify="space-between"
          columnGap="6"
          rowGap="4"
          mt="16"
          pt="6"
          borderTopWidth="1px"
          borderColor="ink.800"
        >
          <Text textStyle="small" color="ink.300">
            Copyright © 2025 Kargo. All rights reserved.
          </Text>
          <SocialGlyphs />
        </Flex>
      </Container>
      <BackToTop />
    </chakra.footer>
  );
}

function Links({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Box _first={{ gridRow: { base: 'span 2', md: 'auto' } }}>
      <Heading as="h2" textStyle="label" color="ink.300">
        {heading}
      </Heading>
      <chakra.ul mt="3">{children}</chakra.ul>
    </Box>
  );
}

function FooterLink({ to, children }: { to: string; children: string }) {
  return (
    <Entry>
      <Link to={to}>{children}</Link>
    </Entry>
  );
}

const Entry = chakra('li', {
  base: {
    '& > *': {
      display: 'inline-flex',
      alignItems: 'center',
      minH: '2.25rem',
      fontWeight: 500,
      borderRadius: 'input',
    },
    '& > a:hover': { color: 'lime' },
  },
});
