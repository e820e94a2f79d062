/** Attribute of `<html>` if the visitor seems to be signed in. */
export const signedInMark = 'data-signed-in';

/** Attribute of `<html>` if the page opens at its top: not by reload, history or anchor. */
export const fromTopMark = 'data-from-top';

/** Attribute of the element into which the driver's name is written before React starts. */
export const earlyNameMark = 'data-early-name';
