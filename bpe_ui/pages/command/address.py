"""The address of a checked merge list in the app: Compare, *Why does mine differ?*

The settings of one page are written here without the list of all pages, which would load what draws them.
"""

import json

from bpe_core.studies.grading import Report
from bpe_ui.pages.compare.settings.choices import TRAIN
from bpe_ui.pages.compare.settings.state import Settings
from bpe_ui.visit.links.link import PARAMETER, source_json
from bpe_ui.visit.links.packing import MAX_LINK, as_text, pack
from bpe_ui.visit.registry.schema import Codec, LinkError, rules_as_json, settings_codec
from bpe_ui.visit.training.training import Source


def address_of(report: Report, server: str) -> str:
    """The address at which that server shows the same comparison."""
    compared = report.comparison
    if compared is None or compared.corpus.characters_to_read > MAX_LINK * 10:  # too large even if compressed
        return ""
    settings = Settings(
        view="diagnosis",
        diagnosis_text=json.dumps(compared.merges, ensure_ascii=False),
        diagnosis_expected=f"profile:{compared.profile}" if compared.profile else TRAIN,
    )
    kind = "word_counts" if compared.corpus.kind == "word_counts" else "text"
    members = {
        "corpus": source_json(Source(kind, compared.corpus)),
        "rules": rules_as_json(compared.config),
        "page": "compare",
        "compare": settings_codec(Settings).write(settings),
    }
    try:
        text = as_text(pack(members, Codec(lambda value, name: value, dict)))
    except LinkError:
        return ""
    address = f"{server.rstrip('/')}/compare?{PARAMETER}={text}"
    return address if len(address) <= MAX_LINK else ""
