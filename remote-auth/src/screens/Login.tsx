import { Link as RouterLink } from '@kargo/shared-runtime/router';
import { css, cx, link } from '@kargo/shared-runtime/styles';
import { paths } from '@kargo/shared-types/page/paths';
import { LineIcon } from '@kargo/shared-ui/LineIcon';
import { ArrowLeft } from 'lucide-react';
import { Scene } from '../login-page/Scene.tsx';
import { SessionNotice } from '../login-page/SessionNotice.tsx';
import { SignInForm } from '../sign-in/SignInForm.tsx';

/** The login screen (spec section 2). */
export default function Login() {
  return (
    <div
      className={css({
        display: 'flex',
        flexDirection: { base: 'column', md: 'row' },
        minH: '100dvh',
      })}
    >
      <div
        className={css({
          flex: 'none',
          w: { base: 'full', md: '41.667%', lg: '58.333%' },
          h: { base: '120px', md: '100dvh' },
          position: { md: 'sticky' },
          top: '0',
        })}
      >
        <Scene />
      </div>
      <div
        className={css({
          display: 'flex',
          flex: '1',
          minW: '0',
          flexDirection: 'column',
          px: { base: '6', md: '12' },
          py: { base: '6', md: '8' },
        })}
      >
        <RouterLink
          className={cx(
            link(),
            css({
              display: 'inline-flex',
              alignItems: 'center',
              alignSelf: 'flex-start',
              gap: '2',
              minH: '2.75rem',
              color: 'ink.600',
              textDecoration: 'none',
              _hover: { color: 'ink.900' },
            }),
          )}
          to={paths.home()}
        >
          <LineIcon of={ArrowLeft} className={css({ boxSize: '1.5rem' })} />
          Back
        </RouterLink>
        <div
          className={css({
            w: 'full',
            maxW: 'form',
            mx: 'auto',
            my: { md: 'auto' },
            py: { base: '4', md: '8' },
          })}
        >
          <h1 tabIndex={-1}>
            <span className={css({ display: 'block', textStyle: 'h1' })}>Welcome back.</span>{' '}
            <span
              className={css({ display: 'block', mt: '3', textStyle: 'lead', color: 'ink.600' })}
            >
              Log in to your profile.
            </span>
          </h1>
          <SessionNotice />
          <div className={css({ mt: '8' })}>
            <SignInForm />
          </div>
          <p className={css({ mt: '6', textAlign: 'center', color: 'ink.600' })}>
            Drivers sign up in the Kargo app.
          </p>
        </div>
      </div>
    </div>
  );
}
