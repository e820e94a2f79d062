/** The part of doiuse that we use; TypeScript does not find its own types. */
declare module 'doiuse/lib/DoIUse.js' {
  import type { TransformCallback } from 'postcss';

  interface Usage {
    /** Name in caniuse's tables. */
    feature: string;
    featureData: { missing?: string };
  }

  export default class DoIUse {
    constructor(options: { browsers: string[]; onFeatureUsage(usage: Usage): void });
    postcss: TransformCallback;
  }
}
