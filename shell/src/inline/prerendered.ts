import './prepare-page.ts';
