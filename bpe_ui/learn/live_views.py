"""What a lesson's stage shows beside the stages of Train and Tokenize."""

from collections.abc import Callable

from bpe_ui.learn.lesson import Stage
from bpe_ui.visit import Visit

VIEWS: dict[str, Callable[[Visit, Stage], None]] = {}
