"""How things look: sentences, markup, and the JavaScript and CSS of what the browser draws.

Read `text` first: what is said, as parts, and how a token is written (`visible` decides how a space or a
`</w>` looks), then `html` (the same as markup) and `component`, where `view.js` is a key press from top to
bottom. The colours are in `style.css`. Nothing here knows a visit.
"""
