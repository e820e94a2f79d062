import { provideStyleMaker } from '../element-styles.ts';

// Elements are drawn with their classes at once, and without CSS. A test that needs it calls `loadStyleMaker`.
provideStyleMaker(() => undefined);
