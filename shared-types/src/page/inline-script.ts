/** Local storage key of the persisted token (spec section 9). */
export const sessionStorageKey = 'kargo_web';

/** Attribute of `<html>` if the visitor seems to be signed in. */
export const signedInMark = 'data-signed-in';

/** Attribute of `<html>` if the page opens at its top: not by reload, history, or a link with an anchor. */
export const fromTopMark = 'data-from-top';

/** Name on `window` of the buttons that were clicked before their code was loaded. */
export const clickReplayKey = 'kargoClickReplay';

/** Expression of inline scripts for the stored token, read as `session-storage.ts` does: what is none is removed. */
export const storedToken = `(()=>{let s,t;
try{s=localStorage.getItem('${sessionStorageKey}');t=JSON.parse(s);t=t?.token??t}catch{t=/^[\\w.~+/=-]+$/.test(s)&&s}
if(typeof t=='string'&&t.trim())return t;
try{localStorage.removeItem('${sessionStorageKey}')}catch{}})()`;

/**
 * Inline script of prerendered pages. They are rendered for a visitor who is signed out, so the script
 * marks signed-in visitors, for whom the styles show another header before the first paint. It records
 * buttons that are clicked before their code is loaded. It also marks pages that open at their top,
 * where content far down can wait.
 */
export const inlineScript = `
${storedToken}&&document.documentElement.setAttribute('${signedInMark}','');
${clickReplayKey}={buttons:new Set,mustWait:()=>true};
addEventListener('click',e=>{let p=${clickReplayKey},b=e.target.closest('button');b&&p.mustWait(b)&&(e.stopImmediatePropagation(),p.buttons.add(b))},true)
performance.getEntriesByType('navigation')[0]?.type==='navigate'&&!location.hash&&document.documentElement.setAttribute('${fromTopMark}','')`;
