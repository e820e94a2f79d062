import { apiPaths } from '../api/api-paths.ts';
import { storedToken } from './inline-script.ts';
import { pageBlocks } from './page-blocks.ts';
import { paths } from './paths.ts';

/** Name on `window` of the calls that a page started before its scripts had loaded. */
export const earlyCallsKey = 'kargoEarlyCalls';

/** Attribute of the element into which the driver's name is written before React is there. */
export const earlyNameMark = 'data-early-name';

/** Attribute of `<html>` while a page shows placeholders that were rendered beforehand. */
const frameMark = 'data-frame';

/**
 * Inline script of a page that was rendered beforehand for signed-in drivers. It leads everybody else to the
 * login before anything is painted. For a driver it makes the first two calls as soon as the head is read,
 * as `device-id.ts` and the API client would; they take them over. It writes the name as a new element, which browsers count as painted.
 */
export const earlyCallsScript = `;
(()=>{
let html=document.documentElement,token=${storedToken};
if(!token){html.hidden=true;location.replace('${paths.login()}');return}
html.setAttribute('${frameMark}','');
if(!navigator.onLine)return;
let {ipLookupUrl,apiBase}=JSON.parse(document.getElementById('${pageBlocks.configuration}').textContent),stop=new AbortController,
xsrf=/(?:^|; )XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1],
fail=e=>{throw Error(e)},
deviceId=fetch(ipLookupUrl,{credentials:'omit',referrerPolicy:'no-referrer',signal:AbortSignal.timeout(3000)})
.then(r=>r.ok?r.json():fail('The look-up answered '+r.status))
.then(({ip})=>typeof ip=='string'&&ip||fail('The look-up named no address'))
.catch(e=>(console.error('Failed to fetch IP address:',e),null)),
verify=deviceId.then(id=>fetch(apiBase+'${apiPaths.verify()}',{signal:stop.signal,headers:{Authorization:'Bearer '+token,...id&&{'X-Device-ID':id},...xsrf&&{'X-XSRF-TOKEN':decodeURIComponent(xsrf)}}}));
window.${earlyCallsKey}={token,deviceId,verify,cancel:()=>stop.abort()};
verify.then(r=>r.ok&&r.clone().json()).then(({name})=>{
let write=()=>{let to=document.querySelector('[${earlyNameMark}]'),it=document.createElement('span');it.textContent=name;to?.replaceChildren(it)};
typeof name=='string'&&(document.readyState=='loading'?addEventListener('DOMContentLoaded',write):write())
}).catch(()=>{})
})()`;
