"""The teacher's notes for a lesson plan, in a window that the class does not see."""

from bpe_ui.pages.shell import notes_page, shell

with shell.page_without_header("Notes"):
    notes_page.draw_notes()
