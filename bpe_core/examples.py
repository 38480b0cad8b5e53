"""The worked examples: small corpora known from the literature on BPE, with their authors' rules.

>>> example = EXAMPLES["hug_pug_pun"]
>>> example.text_form
'hug x10, pug x5, pun x12, bun x4, hugs x5'
>>> example.profile, example.outcome[0]
('hf_course', ('u', 'g', 20))
"""

from dataclasses import dataclass, replace
from typing import Any

from bpe_core.config import BPEConfig
from bpe_core.corpus.corpus import Corpus
from bpe_core.profiles import PROFILES


@dataclass(frozen=True, kw_only=True)
class Example:
    """A worked example: a corpus, its author's rules, and the merges that result."""

    name: str
    """The key in `EXAMPLES`."""

    title: str
    """A short name for a list to choose from."""

    description: str
    """Two or three sentences: what you can learn here, and where the author's text has a mistake."""

    corpus: Corpus
    """What is trained on."""

    profile: str
    """The name of the profile whose rules the author used."""

    config: BPEConfig
    """The rules of that profile, with the limits and special tokens of this example."""

    probes: tuple[str, ...]
    """Words and sentences worth tokenizing with the result."""

    outcome: tuple[tuple[str, str, int], ...]
    """The first merges as (left, right, count); all of them where the example is short."""

    within_words: int | None = None
    """After so many merges training goes on across spaces; None if it does not."""

    @property
    def text_form(self) -> str:
        """The corpus as a person would type it: a text, one document per line, or `hug x10, pug x5`."""
        if self.corpus.kind == "word_counts":
            return ", ".join(f"{word} x{count}" for word, count in self.corpus.entries)
        return "\n".join(map(str, self.corpus.documents))


_FOX_TEXT = """\
The quick brown fox jumps over the lazy dog.
A quicker brown fox leaps over the lazy dog.
The lazy dog barks at the quick brown fox.
The fox, quick and brown, jumps over the lazy dog.
The dog, lazy and sleepy, ignores the quick brown fox.
A quick brown fox and a lazy dog live in harmony.
The quick brown fox is faster than the lazy dog.
The lazy dog is slower than the quick brown fox.
The fox and the dog are friends, despite their differences.
Quick brown foxes are rare, but lazy dogs are common.
The quick brown fox is a symbol of agility.
The lazy dog is a symbol of relaxation.
Quick and brown, the fox is always on the move.
Lazy and sleepy, the dog is always at rest.
The quick brown fox and the lazy dog are opposites.
Yet, they coexist in the same environment.
The fox jumps, the dog barks, and life goes on."""


def _example(
    name: str,
    title: str,
    *,
    description: str,
    corpus: Corpus,
    profile: str,
    probes: tuple[str, ...],
    outcome: str,
    within_words: int | None = None,
    **own_rules: Any,
) -> Example:
    """An example with its profile's rules and some of its own; an outcome reads "u g 20, u n 16"."""
    merges = (merge.split(" ") for merge in outcome.split(", "))
    return Example(
        name=name,
        title=title,
        description=description,
        corpus=corpus,
        profile=profile,
        config=replace(PROFILES[profile].config, **own_rules),
        probes=probes,
        outcome=tuple((left, right, int(count)) for left, right, count in merges),
        within_words=within_words,
    )


EXAMPLES = {
    example.name: example
    for example in (
        _example(
            "hug_pug_pun",
            "hug, pug, pun",
            description=(
                "The five words of the Hugging Face course, small enough to count by hand. After four merges "
                "two pairs share the highest count, so the outcome depends on the tie rule; and "
                "because m and t were never seen, mug and thug cannot be spelled."
            ),
            corpus=Corpus.from_word_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}),
            profile="hf_course",
            probes=("bug", "mug", "thug", "unhug"),
            outcome="u g 20, u n 16, h ug 15, p un 12, p ug 5, hug s 5, b un 4",
        ),
        _example(
            "hug_bug",
            "hug, bug",
            description=(
                "The smallest example: two words, three pairs, three merges. It shows how ids are given out: "
                "first to the special tokens, then to the characters in alphabetical order, then to each "
                "merge as it is made."
            ),
            corpus=Corpus.from_text("hug bug hug bug bug"),
            profile="hf_course",
            special_tokens=("[CLS]", "[SEP]"),
            probes=("gug", "hug", "bug", "hub"),
            outcome="u g 5, b ug 3, h ug 2",
        ),
        _example(
            "highest",
            "highest, higher, lower",
            description=(
                "Six words that share the endings est and er, which BPE finds first although it knows no "
                "grammar. All five merges have a count of 3, and the first of them is a tie of five pairs. "
                "The vocabulary size 17 counts the 12 base symbols too; where 17 means merges, the outcome "
                "is different."
            ),
            corpus=Corpus.from_text("highest higher lower lowest cooler coolest"),
            profile="textbook",
            vocab_size=17,
            probes=("highest", "lower", "coolest", "lowland", "tower"),
            outcome="e s 3, es t 3, est </w> 3, e r 3, er </w> 3",
        ),
        _example(
            "low_lower",
            "low, lower, lowest",
            description=(
                "A tutorial explains these five words starting with e + r, while its own code starts with l "
                "+ o: its text breaks the tie by shortest token, then alphabet, and its code by first seen. "
                "It also says that lowest ends as low and est; run to the end, the code makes one token of "
                "it. Change the tie rule, and you get one story or the other."
            ),
            corpus=Corpus.from_text("low lower lowest newer wider"),
            profile="textbook",
            probes=("lowest", "low", "newest", "widest", "slower"),
            outcome="l o 3, lo w 3, e r 3, er </w> 3, low </w> 1",
        ),
        _example(
            "course_sentences",
            "The four course sentences",
            description=(
                "Four sentences of the Hugging Face course, cut as GPT-2 does it, so that a space, shown as "
                "Ġ, begins a word. A vocabulary of 50 leaves room for 20 merges beside the 30 base symbols; "
                "the course counts a special token too and stops after 19. A tutorial that retells it lists "
                "its vocabulary in the order of a Python set, which changes from run to run."
            ),
            corpus=Corpus.from_documents(
                [
                    "This is the Hugging Face Course.",
                    "This chapter is about tokenization.",
                    "This section shows several tokenizer algorithms.",
                    "Hopefully, you will be able to understand how they are trained and generate tokens.",
                ]
            ),
            profile="gpt2_course",
            vocab_size=50,
            probes=("This is not a token.", "This is the tokenizer."),
            outcome=(
                "Ġ t 7, i s 5, e r 5, Ġ a 5, Ġt o 4, e n 4, T h 3, Th is 3, o u 3, s e 3, Ġto k 3, "
                "Ġtok en 3, n d 3, Ġ is 2, Ġt h 2, Ġth e 2, i n 2, Ġa b 2, Ġtoken i 2, Ġtokeni z 2"
            ),
        ),
        _example(
            "fox",
            "The quick brown fox",
            description=(
                "Seventeen sentences in which whole words become tokens and unseen ones still fall into "
                "useful parts. Its author gives ids to the tokens left in the last segmentation only, so ten "
                "learned tokens get none and zebra comes back as ebra; here every learned token has its id. "
                "What the author calls a vocabulary size of 50 is a number of merges."
            ),
            corpus=Corpus.from_text(_FOX_TEXT),
            profile="textbook_lowercase",
            max_merges=50,
            probes=("the quickest brownest fox", "zebra", "lazier dogs"),
            outcome=(
                "e </w> 33, t h 29, th e</w> 25, . </w> 17, s </w> 16, n </w> 15, f o 14, fo x 14, d o 14, "
                "do g 14, r o 13"
            ),
        ),
        _example(
            "sennrich",
            "Sennrich's paper",
            description=(
                "The four words of the paper that brought BPE to translation (Sennrich, Haddow and Birch, "
                "2016). Five of the first eight merges are ties, so two correct programs may learn different "
                "tokens from it; its authors' own subword-nmt glues </w> to the last symbol and starts with "
                "s + t</w>."
            ),
            corpus=Corpus.from_word_counts({"low": 5, "lower": 2, "newest": 6, "widest": 3}),
            profile="textbook",
            probes=("lowest", "newer", "widest", "low"),
            outcome="e s 9, es t 9, est </w> 9, l o 7, lo w 7",
        ),
        _example(
            "aaabdaaabac",
            "aaabdaaabac",
            description=(
                "One word, from Wikipedia's article on the compression method that BPE grew out of. The "
                "second merge is a tie: minbpe and subword-nmt take aa + a, Wikipedia and Hugging Face take "
                "a + b. Watch aaa, which counts a + a twice but can merge it only once."
            ),
            corpus=Corpus.from_text("aaabdaaabac"),
            profile="minbpe_basic",
            max_merges=3,
            probes=("aaabdaaabac", "aaaa", "abaaab"),
            outcome="a a 4, aa a 2, aaa b 2",
        ),
        _example(
            "pho",
            "phở in bytes",
            description=(
                "Vietnamese, trained on bytes: I eat beef phở, you eat chicken phở, Mum cooks very good phở. "
                "ạ, ẹ, ấ and ở take three bytes each and 🍜 takes four, printed as GPT-2 prints bytes. The "
                "first merge, á + º, makes no letter: ạ, ẹ and ấ begin with these two bytes. The next nine "
                "put phở and then 🍜 together. And 🍕, never seen, has tokens all the same: it shares three "
                "of its bytes with 🍜."
            ),
            corpus=Corpus.from_documents(["Tôi ăn phở bò 🍜", "Bạn ăn phở gà 🍜", "Mẹ nấu phở rất ngon 🍜"]),
            profile="tiktoken_educational",
            max_merges=15,
            probes=("Tôi ăn phở gà 🍜", "phở 🍕", "bánh mì 🥖"),
            outcome=(
                "á º 4, Ġ p 3, Ġp h 3, Ġph á 3, Ġphá » 3, Ġphá» Ł 3, Ġ ð 3, Ġð Ł 3, ĠðŁ į 3, ĠðŁį ľ 3, "
                "Ġ Ä 2, ĠÄ ĥ 2, ĠÄĥ n 2, Ġ n 2, áº ¥ 2"
            ),
        ),
        _example(
            "by_the_way",
            "by the way, New York",
            description=(
                "Words across spaces, as in SuperBPE's second stage (2025). After 21 merges within words, as "
                "GPT-2 cuts them, the text is cut no more: by the way, of the and New York are one token "
                "each after four merges more. SuperBPE also limits a token to four words."
            ),
            corpus=Corpus.from_text(
                "by the way, New York is one of the best. some of the rest is by the way of New York. "
                "most of the sun is by the way"
            ),
            profile="gpt2_course",
            probes=("by the way of the sun", "the best of New York"),
            outcome="Ġ t 6, Ġt h 6, Ġth e 6, Ġ o 5, Ġo f 4, b y 3, Ġ w 3, Ġw a 3, Ġwa y 3",
            within_words=21,
        ),
    )
}
"""All worked examples by name, in the order in which they are shown."""
