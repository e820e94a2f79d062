import { runAlone } from 'shared-runtime/alone';
import screens from './screens.ts';

runAlone(screens);
