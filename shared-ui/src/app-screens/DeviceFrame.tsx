import { css, cx } from '@kargo/shared-runtime/styles';
import screens from './app-screens.svg';

/** Screens of the app, by their names in app-screens.svg. */
export type AppScreen =
  | 'welcome'
  | 'new-delivery'
  | 'price'
  | 'tracking'
  | 'message'
  | 'proof'
  | 'driver-request'
  | 'driver-paid';

interface DeviceFrameProps {
  className?: string;
  label: string;
  screen: AppScreen;
}

/** A phone of 300 × 620 around a screen of 276 × 596, corners 48 and 36. Scales to its width. */
export function DeviceFrame({ className, label, screen }: DeviceFrameProps) {
  return (
    <div className={cx(frameStyle, className)} role="img" aria-label={label}>
      <div
        className={css({
          position: 'absolute',
          insetX: '4%',
          insetY: '1.935%',
          overflow: 'hidden',
          borderRadius: '13.043% / 6.04%',
        })}
      >
        <svg className={css({ boxSize: 'full' })} aria-hidden viewBox="0 0 276 596">
          <use href={`${screens}#${screen}`} />
        </svg>
      </div>
    </div>
  );
}

const frameStyle = css({
  _byDefault: {
    position: 'relative',
    w: 'full',
    aspectRatio: '300 / 620',
    bg: 'ink.950',
    borderRadius: '16% / 7.742%',
    boxShadow: '0 0 0 1px {colors.ink.800}, {shadows.l}',
  },
});
