"""Texts that would do harm, or vanish, if a page let them through as they are."""

HOSTILE = (
    "<img src=x onerror=alert(1)>",
    "<script>alert(1)</script>",
    "</span></bdi></td></table>",
    '" onmouseover="alert(1)',
    "' autofocus onfocus='alert(1)",
    "javascript:alert(1)",
    "&lt;b&gt; &amp; &#x41;",
    ":red[x]",
    "$y$",
    "*a* **b** `c` [d](http://example.org)",
    "\u202eright to left override",
    "\u2066isolate\u2069",
    "\u0301alone",
    "a\nb\tc\r",
    "\x00\x1b[31m",
    "</w>",
    "[UNK]",
    "👨\u200d👩\u200d👧",
    "\u200b\ufeff\u00ad",
    "x" * 5_000,
)
