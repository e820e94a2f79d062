import { css } from '@kargo/shared-runtime/styles';
import { DeviceFrame } from '@kargo/shared-ui/app-screens/DeviceFrame';
import { TallIllustration, WideIllustration } from './SceneIllustration.tsx';

/**
 * The violet half of the login screen: the route line, and a driver's phone with a job on it. On a
 * small screen it is a strip with the route alone.
 */
export function Scene() {
  return (
    <div
      className={css({
        position: 'relative',
        h: 'full',
        overflow: 'hidden',
        bg: 'violet.600',
        color: 'white',
      })}
      data-surface="dark"
    >
      <WideIllustration />
      <div className={css({ display: { base: 'none', md: 'block' }, h: 'full' })}>
        <TallIllustration />
        <div
          className={css({
            position: 'absolute',
            top: '50%',
            left: '50%',
            w: 'min(68%, clamp(12.5rem, 34vh, 20rem))',
            translate: { base: '-50% -57%', lg: '-42% -57%' },
            rotate: '4deg',
          })}
        >
          <DeviceFrame
            label="The Kargo app on a driver's phone: a new request with Accept and Decline"
            screen="driver-request"
          />
        </div>
        <p
          className={css({
            position: 'absolute',
            insetX: { base: '6', lg: '12' },
            bottom: { base: '6', lg: '12' },
            maxW: '22rem',
            textStyle: 'title',
          })}
        >
          Jobs come to your phone. Your profile and payouts are here.
        </p>
      </div>
    </div>
  );
}
