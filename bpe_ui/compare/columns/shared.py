"""What the Compare page adds to Share."""

from collections.abc import Callable, Sequence

from bpe_core.studies.comparison import Comparison
from bpe_ui.compare.columns import setup
from bpe_ui.compare.columns.tables import comparison_csv, comparison_json
from bpe_ui.compare.settings.state import Compare
from bpe_ui.registry.pages import Shared
from bpe_ui.share.downloads import File, Make
from bpe_ui.visit.visit import Visit

LINK_HOLDS = (
    "It holds the corpus itself, the rules and position of Train, and what is set in the views of this page,"
    " your own merges too; comparisons are trained again when opened."
)
ABOUT_FILES = (
    "The comparison holds every merge that its columns have made; all other files are about Train, up to"
    " its position."
)


def compared(current: Visit) -> Comparison | None:
    """The comparison on screen, as far as it is trained."""
    known = current.works.get(setup.VIEW)
    return known.result if known is not None and current.of(Compare).view == setup.VIEW else None


def _of_comparison(export: Callable[[Comparison, int], bytes]) -> Make:
    def make(current: Visit, theme: str) -> bytes:
        comparison = compared(current)
        return b"" if comparison is None else export(comparison, current.of(Compare).against)

    return make


FILES_OF_COMPARISON = (
    File("Comparison, CSV", "comparison.csv", "text/csv", _of_comparison(comparison_csv)),
    File("Comparison, JSON", "comparison.json", "application/json", _of_comparison(comparison_json)),
)
"""The files of the columns side by side."""


def _files(visit: Visit) -> Sequence[File]:
    return () if compared(visit) is None else FILES_OF_COMPARISON


SHARED = Shared("comparison", LINK_HOLDS, _files, ABOUT_FILES)
