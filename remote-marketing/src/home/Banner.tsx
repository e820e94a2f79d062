import { openPromoVideo } from '@kargo/shared-runtime/layout';
import { Link } from '@kargo/shared-runtime/router';
import { button, container, css, cx } from '@kargo/shared-runtime/styles';
import { paths } from '@kargo/shared-types/page/paths';
import { DeviceFrame } from '@kargo/shared-ui/app-screens/DeviceFrame';
import { StoreButtons } from '@kargo/shared-ui/StoreButtons';
import { Play } from 'lucide-react';
import { BannerIllustration } from './BannerIllustration.tsx';
import { banner } from './content.ts';

/** Section 1. It starts at the very top of the page, behind the shell's transparent header. */
export function Banner() {
  return (
    <section
      className={css({
        position: 'relative',
        overflow: 'hidden',
        bg: 'ink.950',
        bgImage: `radial-gradient(44rem 34rem at calc(50% + 18rem) 8%, color-mix(in srgb, {colors.violet.600} 58%, transparent), transparent 72%),
        radial-gradient(30rem 22rem at 8% 104%, color-mix(in srgb, {colors.ink.800} 90%, transparent), transparent 75%)`,
        _signedIn: { '--driver-strip-height': '{sizes.driverStrip}' },
      })}
      aria-labelledby="banner-heading"
      data-surface="dark"
    >
      <BannerIllustration />
      <div
        className={cx(
          container(),
          css({
            display: 'flex',
            position: 'relative',
            flexDirection: { base: 'column', lg: 'row' },
            gap: { base: '3.5rem', lg: '2rem' },
            minH: { lg: '47.5rem' },
          }),
        )}
      >
        <div
          className={css({
            flex: '1',
            mt: 'calc({sizes.header} + var(--driver-strip-height, 0px))',
            pt: { base: '8', lg: '4.25rem' },
            pb: { lg: '9rem' },
          })}
        >
          <div
            className={css({
              display: 'flex',
              alignItems: 'center',
              gap: '2',
              color: 'lime',
              textStyle: 'label',
            })}
          >
            <span className={css({ circle: '0.4375rem', bg: 'lime' })} />
            <span>{banner.eyebrow}</span>
          </div>
          <h1 className={css({ textStyle: 'hero', mt: '6' })} id="banner-heading" tabIndex={-1}>
            {banner.heading.map((line) => (
              <span key={line} className={css({ display: 'block' })}>
                {line}
              </span>
            ))}
          </h1>
          <p className={css({ textStyle: 'lead', color: 'ink.300', maxW: '36rem', mt: '6' })}>
            {banner.lead}
          </p>
          <div className={css({ mt: '8' })}>
            <div className={forDriversStyle}>
              <Link
                className={cx(
                  button({ variant: 'lime', size: 'lg' }),
                  css({ w: { base: 'full', sm: 'auto' } }),
                )}
                to={paths.profile()}
              >
                Go to your profile
              </Link>
            </div>
            <div className={storesStyle}>
              <StoreButtons surface="dark" isProminent />
            </div>
          </div>
          <div
            className={css({
              display: 'flex',
              alignItems: 'center',
              flexWrap: 'wrap',
              columnGap: '8',
              rowGap: '3',
              mt: '8',
            })}
          >
            <button
              type="button"
              className={cx(
                button({ variant: 'plain' }),
                css({
                  px: '0',
                  color: 'white',
                  gap: '3',
                  _hover: { color: 'lime' },
                  _highContrast: { px: '3' },
                }),
              )}
              onClick={openPromoVideo}
            >
              <div
                className={css({ circle: '2.75rem', borderWidth: '1px', borderColor: 'ink.300' })}
              >
                <Play size={16} fill="currentColor" aria-hidden />
              </div>
              Watch how it works
            </button>
            <div
              className={css({
                display: 'flex',
                alignItems: 'center',
                gap: '0.5rem',
                flexWrap: 'wrap',
                columnGap: '4',
              })}
            >
              <div className={css({ display: 'flex' })} aria-hidden>
                {banner.monograms.map(({ letters, className }, index) => (
                  <div
                    key={letters}
                    className={cx(
                      css({
                        circle: '2.25rem',
                        borderWidth: '2px',
                        borderColor: 'ink.950',
                        color: 'ink.950',
                        fontSize: '0.625rem',
                        fontWeight: 700,
                        ml: index === 0 ? '0' : '-0.5rem',
                      }),
                      className,
                    )}
                  >
                    {letters}
                  </div>
                ))}
              </div>
              <p className={css({ fontWeight: 600 })}>{banner.usedBy}</p>
            </div>
          </div>
        </div>
        <Devices />
      </div>
    </section>
  );
}

/** The main action for a driver, if the inline script found one signed in. */
const forDriversStyle = css({ mb: '3', _signedOut: { display: 'none' } });

/** Leaves the filled button to drivers' main action. */
const storesStyle = css({
  _signedIn: {
    '& > * > :first-child': {
      bg: 'transparent',
      color: 'white',
      border: '1px solid',
      borderColor: 'ink.300',
    },
  },
});

/** Closer to the heading where there is room: from 1200 px, where both just fit, to 1440 px. */
const besideHeading = 'clamp(-3.5rem, calc(-1.25rem - (100vw - 1200px) * 0.15), -1.25rem)';

function Devices() {
  return (
    <div
      className={css({
        position: 'relative',
        flexShrink: 0,
        w: { base: 'full', lg: '19rem', xl: '24.5rem' },
        h: { base: 'min(25rem, 125vw)', sm: '29rem', lg: 'auto' },
        maxW: { base: '30rem', lg: 'none' },
        mx: { base: 'auto', lg: '0' },
        mt: { lg: 'var(--driver-strip-height, 0px)' },
      })}
    >
      <DeviceFrame
        label="The Kargo app tracking an express delivery on a map: arriving in 12 minutes."
        screen="tracking"
        className={css({
          position: 'absolute',
          top: { base: '0', lg: '6rem' },
          left: { base: '0', lg: '0', xl: besideHeading },
          w: { base: '58%', sm: '17rem', lg: '16.5rem', xl: '18.75rem' },
        })}
      />
      <DeviceFrame
        label="The Kargo app with a new delivery from 14 Market Street to 208 Harbour Road, express."
        screen="new-delivery"
        className={css({
          position: 'absolute',
          top: { base: 'min(4.5rem, 22.5vw)', lg: '12.5rem' },
          left: { base: '50%', sm: '13rem', lg: '12.5rem', xl: '13rem' },
          w: { base: '58%', sm: '17rem', lg: '16.5rem', xl: '18.75rem' },
          transform: 'rotate(4deg)',
        })}
      />
    </div>
  );
}
