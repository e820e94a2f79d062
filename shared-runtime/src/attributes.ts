/** Attributes of elements that are no styles, as Chakra tells them apart. */
const names = new Set(
  `
abbr accept acceptCharset accessKey action allow allowFullScreen alt async autoCapitalize autoComplete autoCorrect
autoFocus autoPlay capture charSet checked children cite className colSpan cols contentEditable controls controlsList
coords crossOrigin dangerouslySetInnerHTML data dateTime decoding default defaultChecked defaultValue defer dir disabled
disablePictureInPicture disableRemotePlayback download draggable encType enterKeyHint fetchPriority focusable form
formAction formEncType formMethod formNoValidate formTarget frameBorder gradientTransform gradientUnits headers hidden
high href hrefLang htmlFor htmlHeight htmlSize htmlTranslate htmlWidth httpEquiv id inert inputMode integrity is itemID
itemProp itemRef itemScope itemType key kind label lang list loading loop low max maxLength media method min minLength
multiple muted name noValidate nonce open optimum pathLength pattern placeholder playsInline points popover
popoverTarget popoverTargetAction poster preload preserveAspectRatio readOnly ref referrerPolicy rel required reversed
role rowSpan rows sandbox scope selected shape size sizes slot span spellCheck src srcDoc srcLang srcSet start step
style suppressContentEditableWarning suppressHydrationWarning tabIndex target title type useMap value viewBox wrap x1 x2
xmlns y1 y2`
    .trim()
    .split(/\s+/),
);

export const isAttribute = (name: string) => names.has(name) || /^(on[A-Z]|aria-|data-)/.test(name);

/** The name in the document: `htmlWidth` is the attribute, since `width` is a style. */
export const attributeName = (name: string) =>
  name.replace(/^html(Height|Size|Translate|Width)$/, (_, own: string) => own.toLowerCase());
