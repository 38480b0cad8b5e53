"""An option that is new in a registry, wherever rules are set, linked and compared."""

from typing import Any

from bpe_core import BPEConfig, Corpus
from bpe_core.config import RULES
from bpe_core.studies.diagnosis import describe
from bpe_ui.visit.drafts.rules import config_of, draft_of, rules_title
from bpe_ui.visit.links.link import link_text, read_link
from bpe_ui.visit.links.screen import Screen
from bpe_ui.visit.training.training import Source


def can_be_set_linked_and_compared(field: str, entry: Any) -> bool:
    """Whether the panel of rules offers an entry, a link holds it, and what compares rules names it."""
    several = field == "normalizers"
    config = BPEConfig(**{field: (entry.name,) if several else entry.name})
    rule: Any = RULES[field]
    link = Screen(Source("text", Corpus.from_text("low lower")), config)
    return (
        rule.options[entry.name] is entry
        and config_of(draft_of(config)) == config
        and read_link(link_text(link)).config == config
        and entry.title.lower() in describe(config).lower()
        and entry.title.lower() in rules_title(config).lower()
    )
