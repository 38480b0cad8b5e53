"""Questions about encoding: one function for each topic.

It returns None if the corpus shows too little of the topic.
"""

from dataclasses import replace

from bpe_core.corpus import Corpus
from bpe_core.profiles import PROFILES
from bpe_core.stepper import BPEStepper
from bpe_core.studies.quiz.question import Place, Question, answers, merges_text, pair_text, tokens_text
from bpe_core.studies.quiz.quiz_corpus import COURSE, OUTSIDE, QuizCorpus
from bpe_core.studies.rule_lists import tokenizer_of_rules

MOST_MERGES_LISTED = 12
"""The most merges that a question writes out."""


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
        tokens_text([ending, end]): f"`{ending}` holds the end of a word, so it never stands inside one.",
        tokens_text(
            plain.encode_word(word + end)
        ): "That is without `</w>`. Here it is a symbol of every word.",
        tokens_text([*word, end, "</w>"]): "These are the base symbols. But some of the merges can be made.",
        tokens_text([word, f"{end}</w>"]): f"The merges do not make both `{word}` and `{end}</w>`.",
    }
    return Question(
        "Word ends",
        f"Now `</w>` marks the end of each word. The first merges are then {first_merges}."
        f" What does `{word}{end}` become?",
        "choose",
        given.offered(tokens_text(tokens), mistakes),
        f"`{ending}` can only end a word. In `{word}{end}`, `{end}` comes before the end: it cannot be made.",
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
        "Unknown characters",
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
        "Bytes",
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
        " ".join(swapped): "That is what the other order gives: the merge learned first goes first.",
        word: f"No merge joins {tokens_text(tokens)} any further.",
        " ".join(word): f"The first merge is made: {tokens_text(rules[0].split())} stand side by side.",
    }
    first, second = (pair_text((left, right)) for left, right in (rule.split() for rule in rules))
    return Question(
        "Order of merges",
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
        "Spaces",
        f"A tokenizer with GPT-2's pre-tokenizer was trained on a text of these words. What does `{word}`"
        f" become in the text `{text}`?",
        "choose",
        given.offered(tokens_text(tokens), mistakes),
        f"GPT-2 cuts a text so that a space belongs to the word after it, and prints that space as `Ġ`."
        f" `{word}` at the beginning of a text is another token.",
        Place(corpus, config, len(stepper.merges), text),
    )
