"""A student's page in a class vote: the question on the teacher's screen, and the pairs to choose from."""

from bpe_ui.shell import shell
from bpe_ui.voting import student_page

with shell.page_without_header("Vote"):
    student_page.draw()
