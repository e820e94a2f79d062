import './prepare-page.ts';
import './early-calls.ts';
