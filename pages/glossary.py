"""The Glossary page: the words of the app and what they mean."""

from bpe_ui.shell import glossary_page, shell

with shell.page("glossary"):
    glossary_page.draw()
