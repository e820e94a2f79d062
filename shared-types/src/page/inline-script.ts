/** Local storage key of the persisted token (spec section 9). */
export const sessionStorageKey = 'kargo_web';

/** Attribute of `<html>` in the page of somebody who seems to be signed in. */
export const signedInMark = 'data-signed-in';

/** Attribute of `<html>` in a page that is seen from its top: not reloaded, gone back to, or opened at a part. */
export const fromTopMark = 'data-from-top';

/** Name on `window` of the buttons that were clicked before their code was there. */
export const clickReplayKey = 'kargoClickReplay';

/**
 * Inline script of pages that were rendered beforehand. Such a page is that of a visitor who is not
 * signed in: for somebody else it lets the styles show another header before the first paint. It keeps
 * the buttons that are pressed before their code is there. And it lets what is far down wait where the
 * page is seen from its top.
 */
export const inlineScript = `
try{localStorage.getItem('${sessionStorageKey}')&&document.documentElement.setAttribute('${signedInMark}','')}catch{}
${clickReplayKey}={buttons:new Set,mustWait:()=>true};
addEventListener('click',e=>{let p=${clickReplayKey},b=e.target.closest('button');b&&p.mustWait(b)&&(e.stopImmediatePropagation(),p.buttons.add(b))},true)
performance.getEntriesByType('navigation')[0]?.type==='navigate'&&!location.hash&&document.documentElement.setAttribute('${fromTopMark}','')`;
