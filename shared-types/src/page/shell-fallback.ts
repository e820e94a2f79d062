/** Cookie with the version of the shell that failed in this browser; the gateway reads it. */
const failedShellCookie = 'kargo-failed-shell';

/**
 * An inline script that asks for the page again, once, when the shell that it starts with fails: its
 * script does not arrive, throws before anything is drawn, or takes longer than 15 s. The gateway makes
 * that page with the shell before it. Somebody who has typed something keeps the page.
 *
 * @param version of the shell, safe to be written into a script and a cookie
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
