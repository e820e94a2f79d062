interface BadScreen {
  /** Runs each time the screen is shown; uses `element`, and may return a function for its end. */
  shown: string;
  problem: RegExp;
}

const throwing = 'throw new Error("planted")';
/** Code that adds an element at the end of the screen, then uses it as `added`. */
const appended = (tag: string, then = '') =>
  `const added=element.appendChild(document.createElement("${tag}"));added.textContent="New";${then}`;
const field = (type: string, then = '') =>
  appended(
    'label',
    `const label=added;{const added=label.appendChild(document.createElement("input"));added.type="${type}";${then}}`,
  );
const press = (pressed: string) => appended('button', `added.onclick=()=>{${pressed}}`);
const token = 'JSON.parse(localStorage.kargo_web??"{}").token';
const ofHeader = 'const it=document.querySelector("header a");';
const rule = (text: string) =>
  `const sheet=new CSSStyleSheet;sheet.replaceSync("${text}");document.adoptedStyleSheets.push(sheet)`;

const failing: Record<string, string> = {
  'throws on a phone': `if(innerWidth<500)${throwing}`,
  'throws on a tablet': `if(innerWidth>700&&innerWidth<900)${throwing}`,
  'throws when a link to it is clicked': `if(history.state?.key)${throwing}`,
  'throws for a driver whose profile is there': `if(performance.getEntriesByType("resource").some(({name})=>name.endsWith("/verify")))${throwing}`,
  'throws after a minute': `const timer=setTimeout(()=>{${throwing}},60_000);return()=>clearTimeout(timer)`,
  'throws when it is scrolled': `element.style.minHeight="3000px";addEventListener("scroll",()=>{if(scrollY>50)${throwing}},{once:true})`,
  'throws when it is left': `return()=>{${throwing}}`,
  'throws the second time': `if(isSecond)${throwing};isSecond=true`,
  'throws when something is pressed': press(throwing),
  'rejects a promise after a press': press(
    'setTimeout(()=>Promise.reject(new Error("planted")),900)',
  ),
  'rejects a promise': 'Promise.reject(new Error("planted"))',
};

const failingInUse: Record<string, string> = {
  'throws when the pointer is on something': appended(
    'button',
    `added.onmouseenter=()=>{${throwing}}`,
  ),
  'throws when something gets the focus': field('text', `added.onfocus=()=>{${throwing}}`),
  'throws while somebody types': field('text', `added.oninput=()=>{${throwing}}`),
  'throws when a date is entered': field('date', `added.onchange=()=>{${throwing}}`),
  'throws when a file is chosen': field('file', `added.onchange=()=>{${throwing}}`),
  'throws when a key is pressed on its first tab': appended(
    'p',
    `added.tabIndex=0;added.role="tab";added.onkeydown=event=>{if(event.key==="ArrowLeft")${throwing}}`,
  ),
  'throws when a box is ticked': field('checkbox', `added.onchange=()=>{${throwing}}`),
  'throws when something is selected': `${appended('select', `added.append(new Option("One"),new Option("Two"),new Option("Three"));added.ariaLabel="Which";added.onchange=()=>{if(added.value==="Three")${throwing}}`)}`,
  'throws when Enter is pressed while somebody types': field(
    'search',
    `added.onkeydown=event=>{if(event.key==="Enter")${throwing}}`,
  ),
  'throws when somebody types letters of another alphabet': field(
    'text',
    `added.oninput=()=>{if(/[^ -~]/.test(added.value))${throwing}}`,
  ),
  'throws when a form is sent': appended(
    'form',
    `added.append(document.createElement("input"),document.createElement("button"));const[name,send]=added.children;name.ariaLabel="Name";name.required=true;send.textContent="Send";added.onsubmit=event=>{event.preventDefault();${throwing}}`,
  ),
  'throws when a key is pressed': appended(
    'button',
    `added.onkeydown=event=>{if(event.key==="Enter")${throwing}}`,
  ),
  'throws when what only some drivers have is pressed': press(throwing),
  'throws when its dialog is in use': press(
    `const it=element.appendChild(document.createElement("dialog"));it.append(...["button","input","button"].map(tag=>document.createElement(tag)));const[close,street,save]=it.children;close.textContent="Close";street.ariaLabel="Street";save.textContent="Save";it.onclose=()=>it.remove();close.onclick=()=>it.close();save.onclick=()=>{if(street.value)${throwing}};it.showModal()`,
  ),
  'throws when the second item of its menu is chosen': press(
    `const it=element.appendChild(document.createElement("div"));it.role="menu";it.append(...["Edit","Copy"].map(text=>{const item=document.createElement("p");item.role="menuitem";item.textContent=text;return item}));it.onclick=()=>it.remove();it.lastChild.onclick=()=>{${throwing}}`,
  ),
  'throws a day after it was rendered': `if(Date.now()-performance.timeOrigin>8e7)${throwing}`,
  'throws where another language is read': `if(navigator.language.slice(0,2)!=="en")${throwing}`,
  'throws in another time zone': `if(new Date().getTimezoneOffset()%60!==0)${throwing}`,
  'throws for who wants less motion': `if(matchMedia("(prefers-reduced-motion: reduce)").matches)${throwing}`,
};

const alone: Record<string, BadScreen> = {
  ...Object.fromEntries(
    Object.entries({ ...failing, ...failingInUse }).map(([name, shown]) => [
      name,
      { shown, problem: /planted/ },
    ]),
  ),
  'asks for what is not there': { shown: 'fetch("/nothing.json")', problem: /404/ },
  'asks the API all the time': {
    shown:
      'const timer=setInterval(()=>fetch("/api/v1/verify"),200);return()=>clearInterval(timer)',
    problem: /asks for \/api\/v1\/verify \d+ times/,
  },
  'makes a call that its release does not name': {
    shown: 'fetch("/api/v1/ip",{method:"DELETE"})',
    problem: /makes the call DELETE \/ip, which is not in "calls" of its release/,
  },
  'loads its own copy of what the site has': {
    shown: 'fetch("/releases/tried/1.0.0/react.js")',
    problem: /loads its own copy of react, which the site has/,
  },
  'logs the session': {
    shown: 'console.log("session",{deep:{in:{it:localStorage.kargo_web}}})',
    problem: /session's token, .* into the console: \/releases\/.*\.js:\d+/,
  },
  'puts the token into a link': {
    shown: appended('a', `added.href="/?t="+${token}`),
    problem: /session's token, .* into the page: <a href="\/\?t=…">New/,
  },
  'sends the token in an address': {
    shown: `fetch("/api/v1/verify?t="+${token})`,
    problem: /session's token, .* into an address .*: \/api\/v1\/verify\?t=…/,
  },
  'has a dead link': {
    shown: appended('a', 'added.href="/nowhere"'),
    problem: /the link "New" leads to \/nowhere, where nothing is/,
  },
  'leads nowhere': { shown: press('history.pushState(0,"","/no")'), problem: / leads to \/no, / },
  'floods the console': {
    shown: 'for(let i=0;i<100;i++)console.log("planted")',
    problem: /more than 50 messages/,
  },
  'is never faded in': { shown: 'element.style.opacity=0', problem: /heading cannot be seen/ },
  'covers the page': {
    shown:
      'const cover=document.body.appendChild(document.createElement("div"));cover.style.position="fixed";cover.style.inset=0;cover.style.zIndex=9999;return()=>cover.remove()',
    problem: /cannot be seen/,
  },
  'cannot be scrolled while it is there': {
    shown:
      'element.style.minHeight="3000px";const{style}=document.body;style.overflow="hidden";return()=>{style.overflow=""}',
    problem: /the page cannot be scrolled/,
  },
  locks: { shown: press('document.body.style="overflow:hidden;height:9e3px"'), problem: /scroll/ },
  'stays inert': { shown: press('element.inert=true'), problem: /it is inert/ },
  'takes the wheel': {
    shown:
      'element.style.minHeight="3000px";const take=event=>event.preventDefault(),options={passive:false};addEventListener("wheel",take,options);return()=>removeEventListener("wheel",take,options)',
    problem: /the page cannot be scrolled/,
  },
  'shows a value that is not there': {
    shown: appended('p', 'added.textContent="Welcome back, "+undefined'),
    problem: /it shows "Welcome back, undefined"/,
  },
  'covers its button': {
    shown: `${press('')};const cover=element.appendChild(document.createElement("p"));cover.style.cssText="position:relative;margin:-40px 0 0;height:40px"`,
    problem: /"(New|Press)" is covered: a pointer cannot press it/,
  },
  'has an alert': { shown: 'alert("Here")', problem: /it opens a message of the browser: Here/ },
  'is wider than a phone': {
    shown: 'element.style.width="700px"',
    problem: /the page is \d+ px wide, in a window of 390 px/,
  },
  'grows too wide': { shown: press('element.style.width="700px"'), problem: /window of 390 px/ },
  'is 350 px wide': { shown: 'element.style.width="350px"', problem: /in a window of 320 px/ },
  'replaces fetch': {
    shown: 'globalThis.fetch=()=>Promise.reject(new Error("planted"))',
    // The site loads chunks by it.
    problem: /planted|Loading chunk \d+ failed|replaces functions of the browser: fetch/,
  },
  'takes every click': {
    shown: 'document.addEventListener("click",e=>{e.preventDefault();e.stopPropagation()},true)',
    problem: /leads nowhere/,
  },
  'ends the session': {
    shown: 'localStorage.removeItem("kargo_web")',
    problem: /ended the session/,
  },
  'changes the title': {
    shown: 'setTimeout(()=>{document.title="planted"},100)',
    problem: /its title is "planted"/,
  },
  'leaves a trap for the Tab key': {
    shown: 'document.body.onkeydown=e=>e.key!=="Tab"',
    problem: /the Tab key is caught in it/,
  },
  'keeps the Tab key inside': {
    shown: field('text', 'added.onkeydown=event=>{if(event.key==="Tab")event.preventDefault()}'),
    problem: /the Tab key is caught in it/,
  },
  'loses what somebody types': {
    shown: field('text', 'added.value="Bob";added.oninput=()=>{added.value="Bob"}'),
    problem: /what is typed into "New" is lost/,
  },
  'loses what somebody types and leaves': {
    shown: field('text', 'added.onblur=()=>{added.value=""}'),
    problem: /what is typed into "New" is lost/,
  },
  'loses the focus while somebody types': {
    shown: field('text', 'label.oninput=({target:it})=>it.replaceWith(it.cloneNode())'),
    problem: /what is typed into "New" is lost/,
  },
  'blocks the page after a press': {
    shown: press('const end=Date.now()+2600;while(Date.now()<end);'),
    problem: /blocks the page for \d+ ms when "New" is used/,
  },
  'has a dialog that never closes': {
    shown: press(
      'const it=element.appendChild(document.createElement("dialog"));it.textContent="Stay";it.oncancel=event=>event.preventDefault();it.showModal()',
    ),
    problem: /neither Escape nor a button closes the dialog "Stay"/,
  },
  'asks before it is left': {
    shown: 'window.onbeforeunload=()=>"Stay";return()=>{window.onbeforeunload=null}',
    problem: /asks before the page is left/,
  },
  'makes the header useless': {
    shown: press('document.querySelector("header").inert=true'),
    problem: /the link to \S+ cannot be clicked/,
  },
  'makes the menu useless': {
    shown: press(
      'addEventListener("click",event=>{if(event.target.closest("header [aria-expanded]"))event.stopImmediatePropagation()},true)',
    ),
    problem: /".*" in the header does not open/,
  },
  'keeps the session for ever': {
    shown:
      'const{removeItem}=Storage.prototype;localStorage.setItem("kept",localStorage.kargo_web);Storage.prototype.removeItem=()=>{}',
    problem: /the session cannot be ended|replaces functions of the browser/,
  },
  'never ends a loop': {
    // In the small site, the request never ends, which costs less than the loop.
    shown:
      'const it=new XMLHttpRequest;it.open("GET","/?endless",false);try{it.send()}catch{}for(;;);',
    problem: /a script or a render never ends: no answer for \d+ s/,
  },
  'adds an entry for Back': {
    shown: 'history.pushState(history.state,"",location.href)',
    problem: /Back leads to /,
  },
  'leaves a trap for Back': {
    shown: 'window.onpopstate=()=>history.pushState(null,"",location.href)',
    problem: /Back leads to /,
  },
  'has a button without a name': {
    shown: 'element.append(document.createElement("button"))',
    problem:
      /button-name .* at .*button\S*: Fix any of the following: Element .*; aria-label attribute does not/,
  },
  'hides text': { shown: appended('mark', 'added.style.color="yellow"'), problem: / 1:1 contrast/ },
  'has no heading': { shown: 'element.querySelector("h1").replaceWith("It")', problem: /no <h1>/ },
  'leads elsewhere': {
    shown: 'setTimeout(()=>document.querySelector("a[href^=\'/\']").click())',
    problem: /its address is \S+, and not \S+/,
  },
  'has HTML that React cannot take over': {
    shown:
      'throw new Error("Minified React error #418; visit https://react.dev/errors/418?args[]=text&args[]= for the full message")',
    problem: /React error #418: the text from the server is not/,
  },
};

const leavesManyThings: Record<string, BadScreen> = {
  'replaces a method': {
    shown: 'const{at}=Array.prototype;Array.prototype.at=function(n){return at.call(this,n)}',
    problem: /replaces functions of the browser: Array\.prototype\.at/,
  },
  'grows in the memory': {
    shown: 'kept.push(new Array(1e5).fill(0.5))',
    problem: /each visit leaves \d+ bytes/,
  },
  'grows in the memory of elements and bytes': {
    shown: 'kept.push(new Uint8Array(1e6),[...Array(3e3)].map(()=>document.createElement("b")))',
    problem: /each visit leaves \d+ bytes/,
  },
  'leaves an interval': { shown: 'setInterval(()=>{},1e3)', problem: /leaves running: .*interval/ },
  'leaves a listener': {
    shown: 'for(const it of[window,matchMedia("print")])it.addEventListener("keydown",()=>{})',
    problem: /leaves running: .*listener keydown on window, listener keydown on MediaQueryList/,
  },
  'leaves a handler': { shown: 'onresize=()=>{}', problem: /leaves running: .*window\.onresize/ },
  'leaves observers': {
    shown:
      'new MutationObserver(()=>{}).observe(document.body,{childList:true});new ResizeObserver(()=>{}).observe(document.body)',
    problem: /leaves running: .*MutationObserver on body, ResizeObserver on body/,
  },
  'leaves an animation': {
    shown: 'const go=()=>requestAnimationFrame(go);go()',
    problem: /leaves running: .*animation frame/,
  },
  'leaves a style for fields': {
    shown: rule('input{letter-spacing:0.01px}'),
    problem: /leaves styles behind .*: .*input \{ letter-spacing/,
  },
  'leaves a nested style': {
    shown: rule('main{& + a, body &{letter-spacing:0.01px}}'),
    problem: /leaves styles behind/,
  },
  'leaves a global name': {
    shown: 'globalThis.plantedName=1',
    problem: /leaves global names behind: .*plantedName/,
  },
  'leaves a style': {
    shown: rule('h1{letter-spacing:0.01px}'),
    problem: /leaves styles behind/,
  },
  "adds to the page's own styles": {
    shown: 'document.styleSheets[0].insertRule("a{letter-spacing:0.01px}")',
    problem: /leaves styles behind/,
  },
  "overrides the theme's custom properties": {
    shown:
      'const{style}=document.documentElement;style.setProperty("--kargo-colors-paper","red");return()=>style.removeProperty("--kargo-colors-paper")',
    problem: /overrides custom properties of the page: .*--kargo-colors-paper: red, in place of /,
  },
};

const changesThePage: Record<string, BadScreen> = {
  'puts a badge into the footer while it is there': {
    shown:
      'const it=document.querySelector("footer a").appendChild(document.createElement("b"));it.textContent="New";return()=>it.remove()',
    problem: /changes header or footer: .*<b>New/,
  },
  'blocks the page': {
    shown: 'const end=Date.now()+(isSecond?0:1500);while(Date.now()<end);isSecond=true',
    problem: /blocks the page for \d+ ms/,
  },
  'stores something before a press': {
    shown: 'localStorage.seen=1;document.cookie="seen=1"',
    problem: /it stores before anything is pressed: seen, seen/,
  },
  'changes the language': {
    shown: 'document.documentElement.lang="de"',
    problem: /leaves attributes behind, .*: .*html lang="de"/,
  },
  'leaves a page that cannot be scrolled': {
    shown: 'return()=>{document.body.style.overflow="hidden"}',
    problem: /leaves attributes behind, .*: .*body style="overflow: hidden"/,
  },
  "overrides the theme's custom properties for the page": {
    shown:
      'const{style}=document.body;style.setProperty("--kargo-colors-paper","red");return()=>style.removeProperty("--kargo-colors-paper")',
    problem: /overrides custom properties of the page: .*--kargo-colors-paper: red, in place of /,
  },
  'moves something in the header while it is there': {
    shown: `${ofHeader}it.style.marginLeft="9px";return()=>{it.style.marginLeft=""}`,
    problem: /changes header or footer: .*style="margin-left: 9px;"/,
  },
  'colours the footer while it is there': {
    shown:
      'const it=document.querySelector("footer");it.style.background="#300";return()=>{it.style.background=""}',
    problem: /changes header or footer: .*<footer.* style="background: /,
  },
  'has a style for the header while it is there': {
    shown: `${rule('header{letter-spacing:9px}')};return()=>{document.adoptedStyleSheets=[]}`,
    problem: /styles apply to header or footer: header \{ letter-spacing: 9px \}/,
  },
};

export const badScreens: Readonly<Record<string, BadScreen>> = {
  ...alone,
  ...leavesManyThings,
  ...changesThePage,
};

/**
 * Adds a second, faulty component to a screen's script. It draws nothing, so the HTML stays as it
 * was rendered.
 */
export function withFault(script: string, shown: string): string {
  const fault = `class Fault{
    static prototype_=Fault.prototype.isReactComponent={};
    componentDidMount(){const element=document.querySelector("[data-remote]");this.leave=(()=>{${shown}})()}
    componentWillUnmount(){this.leave?.()}
    render(){return null}
  }`;
  const both =
    '{...screen,type:Symbol.for("react.fragment"),props:{children:[{...screen,key:"screen"},{...screen,key:"fault",type:Fault,props:{}}]}}';
  return script.replace(
    /default:\(\)=>([\w$]+)/,
    `default:()=>$1.withFault??=(()=>{let isSecond=false;const kept=[];${fault}return props=>{const screen=$1(props);return ${both}}})()`,
  );
}

const isGoodInUse = {
  'has fields of all kinds': ['text', 'email', 'date', 'number', 'checkbox', 'range', 'password']
    .map((type) => `{${field(type)}}`)
    .join(''),
  'asks before it is left once something is entered': field(
    'text',
    'const ask=event=>event.preventDefault();added.oninput=()=>addEventListener("beforeunload",ask);return()=>removeEventListener("beforeunload",ask)',
  ),
  'asks by a message before what somebody types is left': field(
    'text',
    'const ask=event=>{if(added.value&&!confirm("Leave?"))event.preventDefault()};addEventListener("click",ask,true);return()=>removeEventListener("click",ask,true)',
  ),
  'has a dialog that Escape closes': press(
    'const it=element.appendChild(document.createElement("dialog"));it.innerHTML="<button>Good</button>";it.onclose=()=>it.remove();it.showModal()',
  ),
  'has a dialog that only its button closes': press(
    'const it=element.appendChild(document.createElement("dialog"));it.innerHTML="<button>Stay</button><button>Go</button>";it.oncancel=event=>event.preventDefault();it.lastChild.onclick=()=>it.remove();it.showModal()',
  ),
  'has a button that leads elsewhere': press(
    'history.pushState({key:"it"},"","/other/Other");dispatchEvent(new PopStateEvent("popstate",{state:null}))',
  ).concat(';const it=element.querySelector("h1");it.tabIndex=-1;it.focus()'),
  'has a button that goes back': press('history.back()'),
  'has a button that leads to another site': press('location.assign("https://kargo.example")'),
  'has a form that the browser would send': appended(
    'form',
    'added.innerHTML="<label>Name <input name=name></label><button>Send</button>"',
  ),
  'has a form to log in': appended(
    'form',
    'added.innerHTML="<label>Word <input type=password required></label><button>Log in</button>";added.onsubmit=event=>{event.preventDefault();localStorage.kargo_web="{}"}',
  ),
  'copies something': press('navigator.clipboard.writeText("It")'),
  'has a list whose items take the focus': appended('ul', 'added.innerHTML="<li tabindex=0>One"'),
  'types only digits': field('text', 'added.oninput=()=>{added.value=parseInt(added.value)||""}'),
  'has a menu': press(
    'const it=element.appendChild(document.createElement("div"));it.role="menu";it.innerHTML="<p role=menuitem>Edit</p><p role=menuitem>Copy</p>";it.onclick=()=>it.remove()',
  ),
  'types tags': field('text', 'added.onblur=()=>{element.append(added.value);added.value=""}'),
  'has a nested style': `const sheet=new CSSStyleSheet;sheet.replaceSync("section{& h1,> p{letter-spacing:0.01px}}");document.adoptedStyleSheets.push(sheet);return()=>{document.adoptedStyleSheets=[]}`,
  'watches itself':
    'const it=new MutationObserver(()=>{});it.observe(document.body,{childList:true});return()=>it.disconnect()',
  'measures itself':
    'const it=new IntersectionObserver(()=>{});it.observe(document.body);let id=0;const go=()=>{id=requestAnimationFrame(go)};go();return()=>{it.unobserve(document.body);cancelAnimationFrame(id)}',
};

const isGoodInManyWays = {
  'fades in when it is seen':
    'const it=element.querySelector("h1");it.style.opacity=0;it.style.transition="opacity 0.4s";new IntersectionObserver(([{isIntersecting}])=>setTimeout(()=>{if(isIntersecting)it.style.opacity=1},300)).observe(it)',
  'has another text': 'element.querySelector("h1").textContent+=" today"',
  'has a new section': appended('h2', 'added.style.height="400px"'),
  'is a quarter of a pixel higher': 'element.style.paddingBottom="0.25px"',
  'has a footer of its own': appended('footer', 'added.style.color="white"'),
  'speaks of numbers': appended('p', 'added.textContent="Terms left undefined, NaNo, objects"'),
  'needs a style of the shell': 'document.dispatchEvent(new Event("needs-style"))',
  'has a new button': appended('button', 'added.onclick=()=>{added.textContent="Pressed"}'),
  'locks the page while its dialog is open': appended(
    'button',
    'const{style}=document.body,it=element.appendChild(document.createElement("dialog"));it.onclose=()=>{style.overflow=""};added.onclick=()=>{style.overflow="hidden";it.showModal()}',
  ),
  'has a bar outside of itself while it is there': `const sheet=new CSSStyleSheet;sheet.replaceSync(".bar{position:fixed;bottom:0}");document.adoptedStyleSheets.push(sheet);const bar=document.body.appendChild(document.createElement("p"));bar.className="bar";bar.textContent="Bar";return()=>{bar.remove();document.adoptedStyleSheets=[]}`,
  'leads to a screen of another app': appended('a', 'added.href="/other/Profile?from=here#top"'),
  'leads to a file': appended('a', 'added.href="/terms.pdf"'),
  'adds an entry for Back when its dialog is opened': appended(
    'button',
    'added.onclick=()=>history.pushState(null,"","?dialog")',
  ),
  'covers its button until it is pressed': appended(
    'button',
    'added.style.cssText="position:relative;display:block;margin-top:-40px;width:200px;height:40px";added.onclick=()=>added.remove()',
  ),
  'has custom properties of its own':
    'document.documentElement.style.setProperty("--planted","1px");return()=>document.documentElement.style.removeProperty("--planted")',
};

const isNeverAtRest = {
  'asks the API now and then':
    'const timer=setInterval(()=>fetch("/api/v1/verify"),10000);return()=>clearInterval(timer)',
  'is late, and its title with it':
    'const{title}=document;document.title="The screen before";setTimeout(()=>{document.title=title},900)',
  'waits for a response': 'fetch("/slow")',
  'has a film': appended('video', 'added.muted=true;added.autoplay=true;added.src="/?endless"'),
  'never stands still':
    'element.animate([{opacity:0.8},{opacity:1}],{duration:300,iterations:Infinity});const timer=setInterval(()=>{element.dataset.time=Date.now()},50);return()=>clearInterval(timer)',
};

export const goodScreens: Readonly<Record<string, string>> = {
  ...isGoodInManyWays,
  ...isGoodInUse,
  ...isNeverAtRest,
};

/**
 * Screens that can be combined because none hides another's faults, by the combination's name.
 * `pnpm test` visits the combinations, unless it runs tests by title.
 */
export const groups: Readonly<Record<string, readonly string[]>> = {
  'leaves many things': Object.keys(leavesManyThings),
  'changes the page around it': Object.keys(changesThePage),
  'is good in many ways': Object.keys(isGoodInManyWays),
  'is good in use': Object.keys(isGoodInUse),
  'is good, and never at rest': Object.keys(isNeverAtRest),
};

/** Bad screens that fail like another one in a single visit. `pnpm proof gate` visits them too. */
export const alike: ReadonlySet<string> = new Set([
  'throws on a phone',
  'throws when a link to it is clicked',
  'throws when it is left',
  'throws when something is pressed',
  'rejects a promise',
  'replaces fetch',
  'leaves a trap for the Tab key',
  'adds an entry for Back',
  'has HTML that React cannot take over',
  'throws when something gets the focus',
  'throws when a date is entered',
  'throws when a box is ticked',
  'throws when a key is pressed',
]);

export const together = (codes: readonly string[]): string =>
  `const all=[${codes.map((code) => `()=>{${code}}`)}].map(start=>start());return()=>{for(const leave of all)leave?.()}`;
