"""The Learn page: lessons, each a Markdown file in `lessons`, with live stages and questions."""
