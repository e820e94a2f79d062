import { container, css, cx } from '@kargo/shared-runtime/styles';
import { MapPin } from '@kargo/shared-ui/drawing/map';
import { RouteLine } from '@kargo/shared-ui/drawing/RouteLine';

/**
 * A page whose text the owner still has to supply: its heading and nothing else to read (spec
 * section 2). The shell adds the way back to the landing page, outside the main region.
 */
export function PlaceholderPage({ heading }: { heading: string }) {
  return (
    <div className={css({ display: 'flex', flexDirection: 'column', overflowX: 'clip' })}>
      <div className={cx(container(), css({ py: { base: '4.5rem', md: '8rem' } }))}>
        <h1 className={css({ textStyle: 'h1' })} tabIndex={-1}>
          {heading}
        </h1>
      </div>
      {/* On narrow windows only its end is visible. */}
      <RouteLine
        d="M-1200 200C-600 240-300 120 0 130s260 90 460 80 230-150 420-150 180 120 330 118"
        isWidthKept
        viewBox="0 0 1440 240"
        className={css({
          position: 'static',
          flexShrink: 0,
          alignSelf: 'flex-end',
          mb: '4rem',
          w: { base: '30rem', md: '60rem', lg: '90rem' },
          maxW: 'none',
        })}
      >
        <MapPin x={1212} y={172} scale={1.4} />
      </RouteLine>
    </div>
  );
}
