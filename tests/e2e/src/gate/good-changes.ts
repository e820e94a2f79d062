// Good changes of a screen: JSX to add to it.

const inText =
  'abbr b bdi bdo cite code del dfn em i ins kbd mark q s samp small span strong sub sup time u var'
    .split(' ')
    .map((tag) => `<p>Some <${tag}>words</${tag}> of a text</p>`);

const blocks = 'address article aside blockquote div footer header hgroup nav pre search section'
  .split(' ')
  .map((tag) => `<${tag}><p>A paragraph</p></${tag}>`);

const headings = ['h2', 'h3', 'h4', 'h5', 'h6'].map((tag) => `<${tag}>A heading</${tag}>`);

const inputs =
  'checkbox color date datetime-local email file month number password radio range search tel text time url week'
    .split(' ')
    .map((type) => `<label>A field <input type="${type}" /></label>`);

const picture =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" width="40" height="40"/%3E';

/** The HTML elements that a screen may use: no scripts, no styles, no parts of the page itself. */
export const plainElements: readonly string[] = [
  ...inText,
  ...blocks,
  ...headings,
  ...inputs,
  '<p><a href="https://example.com/">Elsewhere</a></p>',
  '<p><a href="mailto:ada@kargo.example">Write</a></p>',
  '<audio controls />',
  '<p>A line<br />and a long<wbr />word</p>',
  '<button type="button">Press</button>',
  '<canvas width="50" height="50" />',
  '<p><data value="1">One</data></p>',
  '<label>A field <input list="parcels" /></label><datalist id="parcels"><option value="One" /></datalist>',
  '<details><summary>More</summary><p>A response</p></details>',
  '<dialog><p>Closed</p></dialog>',
  '<dl><dt>A term</dt><dd>What it means</dd></dl>',
  '<fieldset><legend>One of two</legend><label><input type="radio" name="one" /> This</label></fieldset>',
  '<figure><p>A figure</p><figcaption>Its caption</figcaption></figure>',
  '<form onSubmit={(event) => event.preventDefault()}><label>A name <input name="name" /></label><button type="submit">Send</button></form>',
  '<hr />',
  '<iframe title="A frame" />',
  `<img alt="A square" width="40" height="40" src='${picture}' />`,
  `<img alt="A map" useMap="#map" src='${picture}' /><map name="map"><area alt="Home" href="/" shape="rect" coords="0,0,20,20" /></map>`,
  '<menu><li>One</li></menu>',
  '<label>Full <meter value={0.5} /></label>',
  '<noscript>Without scripts</noscript>',
  '<object aria-label="An object" />',
  '<ol><li>One</li><li>Two</li></ol>',
  '<output>3</output>',
  `<picture><source srcSet='${picture}' media="(min-width: 50em)" /><img alt="A square" src='${picture}' /></picture>`,
  '<label>Done <progress value={0.5} /></label>',
  '<p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby></p>',
  '<label>One of <select><optgroup label="Some"><option>One</option></optgroup></select></label>',
  '<svg aria-hidden width="20" height="20"><circle r="5" cx="10" cy="10" /></svg>',
  '<table><caption>Parcels</caption><colgroup><col /></colgroup><thead><tr><th>Name</th></tr></thead><tbody><tr><td>One</td></tr></tbody><tfoot><tr><td>All</td></tr></tfoot></table>',
  '<template />',
  '<label>A text <textarea /></label>',
  '<ul><li>One</li><li>Two</li></ul>',
  '<video controls muted />',
];

/** Changes of text, height and number that teams make every day. */
export const everydayChanges: readonly string[] = [
  '<p>Today</p>',
  `<p className={css({ mt: '4' })}>{'Parcels are on their way as soon as a driver has taken them. '.repeat(5)}</p>`,
  '<ul>{Array.from({ length: 60 }, (_, index) => <li key={index}>Parcel {index}</li>)}</ul>',
  ...[0.25, 0.5, 1, 4000].map((px) => `<div className={css({ h: '${px}px' })} />`),
  '<details><summary>How?</summary><p>So.</p></details>',
  "<p className={css({ fontFamily: 'heading', fontWeight: 800 })}>Bold</p><p className={css({ fontStyle: 'italic' })}>Slanted</p>",
];
