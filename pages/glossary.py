"""The Glossary page: the words of the app and what they mean."""

from bpe_ui.pages.shell.shell import show_page

show_page("glossary")
