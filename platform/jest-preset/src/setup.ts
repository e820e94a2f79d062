import '@testing-library/jest-dom';
import { configure } from '@testing-library/dom';

// What is waited for takes longer on a machine with much else to do.
configure({ asyncUtilTimeout: 5000 });

// jsdom lays nothing out: there is nothing to scroll.
if (typeof Element !== 'undefined') Element.prototype.scrollIntoView = () => undefined;
