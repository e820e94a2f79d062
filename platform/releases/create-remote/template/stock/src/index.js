// Bundlers want an entry. The site has the page, and loads what the configuration exposes.
