import { fromTopMark, signedInMark } from '@kargo/shared-types/page/page-marks';
import presetBase from '@pandacss/preset-base';
import type { Config } from '@pandacss/types';
import { globalCss } from './src/theme/global-css.ts';
import { theme } from './src/theme/theme.ts';

// Styles use `css` and recipes only. The preset's patterns and global styles are left out.
const base = { ...presetBase, patterns: {}, globalCss: {} };

const styles = '@kargo/shared-runtime/styles';

/** Panda's settings for all apps; each build adds its sources and its prefix. */
export default {
  presets: [base],
  conditions: {
    // The same as Chakra's.
    extend: {
      hover: {
        '@media (hover: hover)': {
          '&:is(:hover, [data-hover]):not(:disabled, [data-disabled])': '@slot',
        },
      },
      // The default look of a component, which its `className` overrides.
      byDefault: ':where(&)',
      notFirst: '&:not(:first-of-type)',
      // An inline script sets these marks.
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
        // With the space 6 between the two, or one column if they would be narrower than 7.5rem.
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
