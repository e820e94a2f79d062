import { fromTopMark, signedInMark } from '@kargo/shared-types/page/page-marks';
import presetBase from '@pandacss/preset-base';
import type { Config } from '@pandacss/types';
import { globalCss } from './src/theme/global-css.ts';
import { theme } from './src/theme/theme.ts';

// Styles are written with `css` and recipes alone, and no styles begin with what the preset adds to every element.
const base = { ...presetBase, patterns: {}, globalCss: {} };

const styles = '@kargo/shared-runtime/styles';

/** Panda's settings for all apps; each build adds which sources it has and its prefix. */
export default {
  presets: [base],
  conditions: {
    // As Chakra has them.
    extend: {
      hover: {
        '@media (hover: hover)': {
          '&:is(:hover, [data-hover]):not(:disabled, [data-disabled])': '@slot',
        },
      },
      invalid: '&:is([data-invalid], [aria-invalid=true])',
      // What a component looks like unless its `className` says another thing.
      byDefault: ':where(&)',
      notFirst: '&:not(:first-of-type)',
      // As an inline script has found out.
      signedIn: `[${signedInMark}] &`,
      signedOut: `html:not([${signedInMark}]) &`,
      fromTop: `[${fromTopMark}] &`,
    },
  },
  utilities: {
    extend: {
      circle: {
        className: 'circle',
        values: 'sizes',
        transform: (size) => ({
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'center',
          flex: 'none',
          borderRadius: '9999px',
          width: size,
          height: size,
        }),
      },
      gridTemplateColumns: {
        // With the space 6 between them, or one where a column would be narrower than 7.5rem.
        values: {
          'two-if-room': 'repeat(auto-fit, minmax(min(100%, max(7.5rem, 50% - 0.75rem)), 1fr))',
        },
      },
    },
  },
  theme,
  globalCss,
  preflight: true,
  prefix: { cssVar: 'kargo' },
  jsxFramework: 'react',
  jsxStyleProps: 'minimal',
  importMap: { css: [styles], recipes: [styles] },
  outdir: 'styled-system',
  outExtension: 'js',
  forceImportExtension: true,
} satisfies Config;
