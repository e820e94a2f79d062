/** A good change of one screen: what is added to it. */
export interface GoodChange {
  name: string;
  /** JSX, with what it needs of React imported. */
  added: string;
}

const inText =
  'abbr b bdi bdo cite code del dfn em i ins kbd mark q s samp small span strong sub sup time u var'
    .split(' ')
    .map((tag) => ({ name: `<${tag}>`, added: `<p>Some <${tag}>words</${tag}> of a text</p>` }));

const blocks = 'address article aside blockquote div footer header hgroup nav pre search section'
  .split(' ')
  .map((tag) => ({ name: `<${tag}>`, added: `<${tag}><p>A paragraph</p></${tag}>` }));

const headings = ['h2', 'h3', 'h4', 'h5', 'h6'].map((tag) => ({
  name: `<${tag}>`,
  added: `<${tag}>A heading</${tag}>`,
}));

const inputs =
  'checkbox color date datetime-local email file month number password radio range search tel text time url week'
    .split(' ')
    .map((type) => ({
      name: `<input type=${type}>`,
      added: `<label>A field <input type="${type}" /></label>`,
    }));

const picture =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" width="40" height="40"/%3E';

const others = Object.entries({
  '<a>, a link out': '<p><a href="https://example.com/">Elsewhere</a></p>',
  '<a>, to an address of a mail': '<p><a href="mailto:ada@kargo.example">Write</a></p>',
  '<audio>': '<audio controls />',
  '<br> and <wbr>': '<p>A line<br />and a long<wbr />word</p>',
  '<button>': '<button type="button">Press</button>',
  '<canvas>': '<canvas width="50" height="50" />',
  '<data>': '<p><data value="1">One</data></p>',
  '<datalist>':
    '<label>A field <input list="parcels" /></label><datalist id="parcels"><option value="One" /></datalist>',
  '<details>': '<details><summary>More</summary><p>A response</p></details>',
  '<dialog>': '<dialog><p>Closed</p></dialog>',
  '<dl>': '<dl><dt>A term</dt><dd>What it means</dd></dl>',
  '<fieldset>':
    '<fieldset><legend>One of two</legend><label><input type="radio" name="one" /> This</label></fieldset>',
  '<figure>': '<figure><p>A figure</p><figcaption>Its caption</figcaption></figure>',
  '<form>':
    '<form onSubmit={(event) => event.preventDefault()}><label>A name <input name="name" /></label><button type="submit">Send</button></form>',
  '<hr>': '<hr />',
  '<iframe>': '<iframe title="A frame" />',
  '<img>': `<img alt="A square" width="40" height="40" src='${picture}' />`,
  '<map>': `<img alt="A map" useMap="#map" src='${picture}' /><map name="map"><area alt="Home" href="/" shape="rect" coords="0,0,20,20" /></map>`,
  '<math>': '<math><mi>x</mi></math>',
  '<menu>': '<menu><li>One</li></menu>',
  '<meter>': '<label>Full <meter value={0.5} /></label>',
  '<noscript>': '<noscript>Without scripts</noscript>',
  '<object>': '<object aria-label="An object" />',
  '<ol>': '<ol><li>One</li><li>Two</li></ol>',
  '<output>': '<output>3</output>',
  '<picture>': `<picture><source srcSet='${picture}' media="(min-width: 50em)" /><img alt="A square" src='${picture}' /></picture>`,
  '<progress>': '<label>Done <progress value={0.5} /></label>',
  '<ruby>': '<p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby></p>',
  '<select>':
    '<label>One of <select><optgroup label="Some"><option>One</option></optgroup></select></label>',
  '<svg>': '<svg aria-hidden width="20" height="20"><circle r="5" cx="10" cy="10" /></svg>',
  '<table>':
    '<table><caption>Parcels</caption><colgroup><col /></colgroup><thead><tr><th>Name</th></tr></thead><tbody><tr><td>One</td></tr></tbody><tfoot><tr><td>All</td></tr></tfoot></table>',
  '<template>': '<template />',
  '<textarea>': '<label>A text <textarea /></label>',
  '<ul>': '<ul><li>One</li><li>Two</li></ul>',
  '<video>': '<video controls muted />',
}).map(([name, added]) => ({ name, added }));

/** The elements of HTML that a screen may use as they are; scripts, styles and frames of the page are not among them. */
export const plainElements: readonly GoodChange[] = [
  ...inText,
  ...blocks,
  ...headings,
  ...inputs,
  ...others,
];

const heights = [0.25, 0.5, 1].map((px) => ({
  name: `${px} px more`,
  added: `<Box h="${px}px" />`,
}));

/** Changes of text, height and number, as teams make them each day. */
export const everydayChanges: readonly GoodChange[] = [
  { name: 'a word', added: '<Text>Today</Text>' },
  {
    name: 'a paragraph',
    added: `<Text mt="4">{'Parcels are on their way as soon as a driver has taken them. '.repeat(5)}</Text>`,
  },
  {
    name: 'a list of 60',
    added: `<ul>{Array.from({ length: 60 }, (_, index) => <li key={index}>Parcel {index}</li>)}</ul>`,
  },
  ...heights,
  { name: 'a page longer than any window', added: '<Box h="4000px" />' },
  { name: 'an accordion', added: '<details><summary>How?</summary><Text>So.</Text></details>' },
  {
    name: 'fonts of the theme',
    added:
      '<Text fontFamily="heading" fontWeight="800">Bold</Text><Text fontStyle="italic">Slanted</Text>',
  },
];
