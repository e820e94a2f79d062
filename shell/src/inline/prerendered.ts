// An entry of its own: webpack does not join a module with others if it is an entry itself.
import './prepare-page.ts';
