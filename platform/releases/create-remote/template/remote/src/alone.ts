import { runAlone } from '@kargo/shared-runtime/alone';
import screens from './screens.ts';

runAlone(screens);
