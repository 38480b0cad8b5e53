"""The questions: one function for each topic, in the order in which a quiz asks them.

A new question is a function and its line in `TOPICS`, below. It returns None, or yields nothing, if the
corpus shows too little of the topic.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise

from bpe_core.config import BPEConfig
from bpe_core.corpus import Corpus
from bpe_core.phrases import in_words
from bpe_core.profiles import PROFILES
from bpe_core.queries.position_view import PositionView
from bpe_core.queries.sums import sum_terms
from bpe_core.stepper import BPEStepper
from bpe_core.studies.quiz.question import Place, Question, answers, merges_text, pair_text, tokens_text
from bpe_core.studies.quiz.quiz_corpus import COURSE, MOST_TIED, OUTSIDE, QuizCorpus, Tie
from bpe_core.studies.rule_lists import tokenizer_of_rules
from bpe_core.tie_breaks import TIE_BREAKS

LONG_SOUNDS = "brrr", "hmmm", "shhhh", "grrrr", "ohhh", "zzzz", "aaaah"
"""Words with a letter whose pairs overlap."""
MOST_MERGES_LISTED = 12
"""The most merges that a question writes out."""


def frequency(given: QuizCorpus) -> Iterator[Question]:
    """Why one pair is merged before another, at each step that is no tie; drawn words show it at once."""
    for position in range(len(given.course.merges)):
        question = _frequency_at(given, given.course.at(position))
        if question is not None:
            yield question
        elif given.is_drawn and not position:
            return


def _frequency_at(given: QuizCorpus, step: PositionView) -> Question | None:
    if len(step.pair_counts(2)) < 2 or len(step.tied_pairs()) > 1:
        return None
    best, runner_up = step.pair_counts(2)
    pairs = [[*pairwise(symbols)] for symbols in step.splits().values()]
    words_with = Counter(pair for each in pairs for pair in {*each})
    number = max(words_with.values())
    most_words = next(pair for each in pairs for pair in each if words_with[pair] == number)
    if given.is_drawn and not step.position and most_words == best.pair:
        return None
    first = next(pair for each in pairs for pair in each)
    mistakes = {
        pair_text(most_words): f"It is in {number} words, but each word counts as often as it occurs.",
        pair_text(first): "It comes first in the text, which can only break a tie.",
        pair_text(min(words_with)): "It comes first in the alphabet, which can only break a tie.",
        pair_text(runner_up.pair): f"It occurs {runner_up.count} times, but another pair occurs more often.",
    }
    shares = step.word_shares(best.pair)
    terms = sum_terms(best.count, shares, len(shares), named=len(shares))
    added = " + ".join(f"`{term.word}` {term.times}" for term in terms)
    return Question(
        f"After {merges_text(step.position)}, which pair is merged next?"
        if step.position
        else "Which pair is merged first?",
        "choose",
        given.offered(pair_text(best.pair), mistakes),
        f"{pair_text(best.pair)} occurs most often: {added} = {best.count}.",
        Place(given.corpus, COURSE, step.position),
    )


def ties(given: QuizCorpus) -> Iterator[Question]:
    """What a tie is, and who decides: where two programs part, then for each other tie."""
    first = [given.tie] if given.tie is not None and len(given.tie.pairs) <= MOST_TIED else []
    yield from (_tie(given, tie) for tie in first)
    positions = [tie.position for tie in first]
    yield from (_tie(given, tie) for tie in given.ties if tie.position not in positions)


def _tie(given: QuizCorpus, tie: Tie) -> Question:
    position, pairs, other, rule = tie
    first, count, rule_title = pairs[0], given.course.merges[position].count, TIE_BREAKS[rule].title.lower()
    shorter, longer = sorted((first, other), key=lambda pair: len("".join(pair)))
    mistakes = {f"{pair_text(first)}, always": "“First seen” takes it, but another tie rule may not."}
    if len("".join(shorter)) < len("".join(longer)):
        by_length = f"{pair_text(longer)}, because it is longer"
        mistakes[by_length] = "Length decides only if the tie rule looks at it."
    mistakes |= {
        "All of them at once": "Each step merges one pair.",
        "None of them: training ends at a tie": "The tie rule takes one, and training goes on.",
    }
    named = pairs[:MOST_TIED] if other in pairs[:MOST_TIED] else (*pairs[: MOST_TIED - 1], other)
    others = len(pairs) - len(named)
    more = [f"{others} other pair{'s' * (others > 1)}"] if others else []
    tied = f"{in_words([*map(pair_text, named), *more])} occur most often"
    each = f"{count} {'time' if count == 1 else 'times'} each"
    return Question(
        f"After {merges_text(position)}, {tied}, {each}. Which one is merged next?"
        if position
        else f"{tied}, {each}. Which one is merged first?",
        "choose",
        given.offered("The one that the tie rule of the program takes", mistakes),
        f"It is a tie. “First seen” takes {pair_text(first)}, “{rule_title}” takes {pair_text(other)}."
        " The algorithm itself does not say which.",
        Place(given.corpus, COURSE, position),
    )


def word_ends(given: QuizCorpus) -> Question | None:
    """What `</w>` does."""
    config, word, letters = PROFILES["textbook"].config, given.word, given.course.base_symbols
    end = "s" if "s" in letters else letters[0]
    learned = given.trained(config).merges
    merges = next((merge.rank + 1 for merge in learned if merge.token == f"{word}</w>"), 0)
    tokens = given.trained(config, merges).tokenizer().encode_word(word + end)
    if not 0 < merges <= MOST_MERGES_LISTED or tokens[-1] != "</w>":
        return None
    first_merges = ", ".join(pair_text(merge.pair) for merge in learned[:merges])
    ending, plain = f"{word}</w>", given.trained(COURSE, merges).tokenizer()
    mistakes = {
        tokens_text([ending, end]): f"`{ending}` contains the end of a word, so it is never inside a word.",
        tokens_text(
            plain.encode_word(word + end)
        ): "That is without `</w>`. Here it is a symbol of every word.",
        tokens_text([*word, end, "</w>"]): "These are the base symbols. But some of the merges can be made.",
        tokens_text([word, f"{end}</w>"]): f"These merges do not make `{word}` and `{end}</w>`.",
    }
    return Question(
        f"Now `</w>` marks the end of each word. The first merges are then {first_merges}."
        f" What does `{word}{end}` become?",
        "choose",
        given.offered(tokens_text(tokens), mistakes),
        f"`{ending}` can only end a word, and in `{word}{end}` an `{end}` comes after `{word}`.",
        Place(given.corpus, config, merges, word + end),
    )


def unknown_letters(given: QuizCorpus) -> Question | None:
    """Why a letter outside the vocabulary becomes `[UNK]`, and the rest of its word does not."""
    word, merges = given.new_word, len(given.course.merges)
    tokens = given.course.tokenizer().encode_word(word)
    kept = given.trained(replace(COURSE, unknown="keep", unk_token=None)).tokenizer().encode_word(word)
    dropped = given.trained(replace(COURSE, unknown="drop", unk_token=None)).tokenizer().encode_word(word)
    mistakes = {
        " ".join(kept): f"`{word[0]}` is in no word of the corpus, so the vocabulary does not have it.",
        " ".join(dropped): f"`{word[0]}` is replaced by `[UNK]`, not left out.",
        "[UNK]": "Only the character is unknown, not the word: the rest is cut as usual.",
        " ".join(["[UNK]", *word[1:]]): "The known characters are merged.",
    }
    return Question(
        f"After all {merges_text(merges)}, what does `{word}` become? A character outside the vocabulary"
        " becomes `[UNK]`.",
        "tokens",
        answers(" ".join(tokens), mistakes),
        f"`{word[0]}` is in no word of the corpus, so it is `[UNK]`."
        f" {tokens_text(tokens[1:])} is made of known characters.",
        Place(given.corpus, COURSE, merges, word),
    )


def bytes_of_text(given: QuizCorpus) -> Question | None:
    """Why nothing is unknown for GPT-2."""
    character = given.draw.one_of(OUTSIDE)
    config = PROFILES["hf_byte_level"].config
    tokens = given.trained(config).tokenizer().encode_word(character)
    if len(tokens) < len(character.encode()):
        return None
    mistakes = {
        "0": "No byte is unknown, so nothing is lost.",
        "1": f"`{character}` is one character, but {len(tokens)} bytes, and no merge joins them.",
    }
    return Question(
        f"A tokenizer like GPT-2's spells text in UTF-8 bytes. It is trained on these words. How many"
        f" tokens does `{character}` become?",
        "number",
        answers(str(len(tokens)), mistakes),
        f"`{character}` is {len(tokens)} bytes in UTF-8. All 256 bytes are in the vocabulary, so no text is"
        " unknown; no merge was learned for these, so each stays a token.",
        Place(given.corpus, config, len(given.course.merges), character),
    )


def order_of_merges(given: QuizCorpus) -> Question | None:
    """Whether the order of the merges matters when a text is encoded."""
    words = (given.word, *(word for word, _ in given.corpus.entries))
    # Its second letter stands in both rules, and at one place of the word alone.
    word = next((each for each in words if len(each) > 2 and each.count(each[1]) == 1), None)
    if word is None:
        return None
    rules = [f"{word[0]} {word[1]}", f"{word[1]} {word[2]}"]
    tokens, swapped = (
        tokenizer_of_rules("\n".join(each), word).encode_word(word) for each in (rules, rules[::-1])
    )
    mistakes = {
        " ".join(swapped): "The second merge would give that, but the first merge goes first.",
        word: f"No merge joins {tokens_text(tokens)} any further.",
        " ".join(word): f"The first merge fits: {tokens_text(rules[0].split())} stand side by side.",
    }
    first, second = (pair_text((left, right)) for left, right in (rule.split() for rule in rules))
    return Question(
        f"A tokenizer has two merges: 1. {first}, 2. {second}. What does `{word}` become?",
        "tokens",
        answers(" ".join(tokens), mistakes),
        f"The first merge makes {tokens_text(tokens)}. Then no `{word[1]}` is left for the second one. In the"
        f" other order it would be {tokens_text(swapped)}.",
        Place(given.corpus, COURSE, 0, word, "\n".join(rules)),
    )


def spaces(given: QuizCorpus) -> Question | None:
    """What `Ġ` is."""
    words = [word for word, count in given.corpus.entries for _ in range(count)]
    config, corpus = PROFILES["gpt2_course"].config, Corpus.from_text(" ".join(words))
    stepper = BPEStepper(corpus, config)
    stepper.run()
    word = given.word
    before = next(each for each in words if given.is_drawn or each != word)
    text = f"{before} {word}"
    encoding = stepper.tokenizer().encode(text)
    tokens = [
        token for token, (_, end) in zip(encoding.tokens, encoding.offsets, strict=True) if end > len(before)
    ]
    if before == word or tokens != [f"Ġ{word}"]:
        return None
    mistakes = {
        tokens_text([word]): "The space would be lost. GPT-2 keeps every character.",
        tokens_text([f"{word}Ġ"]): "`Ġ` is the space before a word, not one after it.",
        tokens_text(["Ġ", word]): "The space belongs to the word, and merges with it like any symbol.",
    }
    return Question(
        f"A tokenizer with GPT-2's pre-tokenizer was trained on a text of these words. What does `{word}`"
        f" become in the text `{text}`?",
        "choose",
        given.offered(tokens_text(tokens), mistakes),
        f"GPT-2 cuts a text so that a space belongs to the word after it, and prints that space as `Ġ`."
        f" `{word}` at the beginning of a text is another token.",
        Place(corpus, config, len(stepper.merges), text),
    )


def vocabulary_size(given: QuizCorpus) -> Question | None:
    """How many merges a vocabulary size leaves room for."""
    letters, merges = len(given.course.base_symbols), 2 + given.draw.below(3)
    size = letters + 1 + merges
    config = replace(PROFILES["hf_tokenizers"].config, vocab_size=size)
    made = len(given.trained(config).merges)
    if made < merges:  # no pair is left
        return None
    mistakes = {
        str(size): "The base symbols and the special token take places in the vocabulary too.",
        str(size - letters): "The special token takes a place too.",
        str(size - 1): "The base symbols take places too.",
    }
    return Question(
        f"Hugging Face tokenizers trains on these words with a vocabulary size of {size} and the special"
        " token `<unk>`. How many merges does it learn?",
        "number",
        answers(str(made), mistakes),
        f"{size} tokens − {letters} base symbols − 1 special token = {made} merges.",
        Place(given.corpus, config, made),
    )


def overlaps(given: QuizCorpus) -> Question:
    """What overlapping pairs do."""
    word, times = given.draw.one_of(LONG_SOUNDS), 2 + given.draw.below(5)
    letter = max(word, key=word.count)
    corpus = Corpus.from_word_counts({word: times})
    merge, without = (
        BPEStepper(corpus, BPEConfig(count_overlaps=each)).step((letter, letter)) for each in (True, False)
    )

    def said(counted: int, merged: int) -> str:
        return f"counted {counted} {'time' if counted == 1 else 'times'}, merged {merged}"

    mistakes = {
        said(
            merge.count, merge.count
        ): "Where two overlap, they share a character, which can be merged only once.",
        said(
            without.count, without.merged
        ): "That would be right without overlaps, but most programs count them.",
        said(
            merge.count // times, merge.merged // times
        ): f"That is for one `{word}`, but it occurs {times} times.",
        said(merge.merged, merge.count): "It is the other way round: more pairs are counted than can merge.",
    }
    return Question(
        f"Another corpus has one word, `{word}`, {times} times. How often do most programs count"
        f" `{letter}` + `{letter}`, and how often is it then merged?",
        "choose",
        given.offered(said(merge.count, merge.merged), mistakes),
        f"`{word}` has the pair `{letter}` + `{letter}` {merge.count // times} times. These overlap, and only"
        f" {merge.merged // times} of them can be merged. Times {times}: {merge.count} and {merge.merged}.",
        Place(corpus, BPEConfig()),
    )


def two_programs(given: QuizCorpus) -> Question | None:
    """Why two programs learn different merges from the same corpus."""
    if given.tie is None:
        return None
    position, pairs, taken, rule = given.tie
    one, other = pair_text(pairs[0]), pair_text(taken)
    said = f"Merge {position + 1}: the first program takes {{}}, the second one {{}}".format
    extreme, end = (max, "last") if rule == "greatest_pair" else (min, "first")
    at_once = extreme(row.pair for row in given.course.at(0).pair_counts())
    mistakes = {
        said(other, one): "It is the other way round.",
        "Nothing: the corpus and the size decide": "They do not say what happens at a tie.",
    }
    before = "At the first merge"
    if position:
        before = f"Up to merge {position} there is no tie, or both rules take the same pair. Then"
        early = f"Merge 1: the second program takes {pair_text(at_once)}"
        mistakes[early] = "A tie rule decides only where pairs occur equally often."
    return Question(
        "Two programs train on these words. At a tie the first takes the pair seen first, the second the"
        f" {TIE_BREAKS[rule].title.lower()}, which is the {end} in the alphabet. What is the first"
        " difference?",
        "choose",
        given.offered(said(one, other), mistakes),
        f"{before} {one} and {other} occur equally often, and the two tie rules differ.",
        Place(given.corpus, COURSE, position),
    )


TOPICS: Mapping[str, Callable[[QuizCorpus], Iterator[Question] | Question | None]] = {
    "Frequency": frequency,
    "Ties": ties,
    "Word ends": word_ends,
    "Unknown characters": unknown_letters,
    "Bytes": bytes_of_text,
    "Order of merges": order_of_merges,
    "Spaces": spaces,
    "Vocabulary size": vocabulary_size,
    "Overlaps": overlaps,
    "Two programs": two_programs,
}
"""The topics of the questions, in order; those that can be asked at several steps yield their questions."""
