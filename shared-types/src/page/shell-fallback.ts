/** Cookie with the version of the shell that failed in this browser, for the gateway. */
const failedShellCookie = 'kargo-failed-shell';

/**
 * Inline script that reloads the page once if its shell fails: a script of the shell does not load,
 * throws before the page is rendered, or takes longer than 15 s. The gateway then sends the page with
 * the previous shell. There is no reload after the visitor has typed something.
 *
 * @param version of the shell, safe inside a script and a cookie
 */
export const shellFallbackScript = (version: string) => `
{let typed=false,
failed=()=>{
if(typed||document.readyState!='loading'&&!document.getElementById('start-page'))return;
document.cookie='${failedShellCookie}=${version};path=/;max-age=600;samesite=lax'+(location.protocol=='https:'?';secure':'');
document.cookie.includes('${failedShellCookie}=${version}')&&location.reload()};
addEventListener('input',()=>{typed=true},true);
addEventListener('error',e=>{(e.filename||e.target.src||'').startsWith(location.origin+'/releases/shell/')&&failed()},true);
setTimeout(failed,15000)}`;
