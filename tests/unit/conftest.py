"""What several unit tests watch."""

import pytest

from bpe_core import BPEConfig, Corpus


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[BPEConfig]:
    """The config of each time that the words of a corpus were counted."""
    configs: list[BPEConfig] = []
    count_words = Corpus.count_words

    def spy(self: Corpus, config: BPEConfig, *others: object) -> dict[str, int]:
        configs.append(config)
        return count_words(self, config, *others)  # type: ignore[arg-type]

    monkeypatch.setattr(Corpus, "count_words", spy)
    return configs
