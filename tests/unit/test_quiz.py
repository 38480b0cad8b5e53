"""Quizzes: up to ten questions, with one right answer: the slow trainer's, Unicode's or a real library's."""

import random
import re
from itertools import pairwise

import pytest
import tokenizers

from bpe_core import reference
from bpe_core.corpus import Corpus
from bpe_core.studies.quiz import MAX_SEED, TOPICS, Quiz
from tests import oracle

OWN = Corpus.from_word_count_text("banana 5, bandana 2, den 4")
"""Words on which there is a question on every topic."""
QUIZZES = [*map(Quiz.of_seed, (*range(4), MAX_SEED)), Quiz.of_seed(7, own_words=OWN)]


def question(quiz, topic):
    [found] = [each for each in quiz.questions if each.topic == topic]
    return found


def tokens_in(text):
    return re.findall("`([^`]*)`", text)


@pytest.mark.parametrize("quiz", QUIZZES, ids=lambda quiz: quiz.seed)
def test_the_right_answers_are_those_of_the_slow_trainer(quiz):
    words = dict(quiz.corpus.entries)
    first_seen, _ = reference.learn(words, 99)
    greatest, _ = reference.learn(words, 99, choose=max)
    parted = next(
        at for at, (one, other) in enumerate(zip(first_seen, greatest, strict=False)) if one != other
    )
    (one, count), (other, other_count) = first_seen[parted], greatest[parted]

    assert tuple(tokens_in(question(quiz, "Frequency").right)) == first_seen[0][0]
    assert first_seen[0][1] == max(
        oracle.count_pairs([list(word) for word in words], [*words.values()]).values()
    )
    assert tokens_in(question(quiz, "Two programs").right) == [*one, *other]
    assert question(quiz, "Two programs").right.startswith(f"Merge {parted + 1}:")
    tie = question(quiz, "Ties")
    assert tokens_in(tie.prompt) == [*one, *other]
    assert count == other_count
    assert f"{parted} merge" in tie.prompt
    assert f" {count} times each" in tie.prompt
    assert tie.right == "The one that the tie rule of the program takes"


def encoded(symbols, merges):
    """By lowest rank, as the slow trainer replaces pairs."""
    for left, right in merges:
        symbols = oracle.merge(symbols, left, right, left + right)
    return symbols


@pytest.mark.parametrize("quiz", QUIZZES, ids=lambda quiz: quiz.seed)
def test_the_right_tokens_are_what_the_merges_of_the_slow_trainer_make(quiz):
    words = dict(quiz.corpus.entries)
    plain = [pair for pair, _ in reference.learn(words, 99)[0]]

    unknown = question(quiz, "Unknown characters")
    word = unknown.place.text
    assert not any(word[0] in each for each in words)
    assert unknown.right.split() == ["[UNK]", *encoded([*word[1:]], plain)]

    ends = question(quiz, "Word ends")
    ended, _ = reference.learn({(*each, "</w>"): count for each, count in words.items()}, ends.place.position)
    assert tokens_in(ends.right) == encoded([*ends.place.text, "</w>"], [pair for pair, _ in ended])
    assert ended[-1][0][0] + ended[-1][0][1] == ends.place.text[:-1] + "</w>"

    order = question(quiz, "Order of merges")
    rules = [tuple(rule.split()) for rule in order.place.rules.splitlines()]
    assert order.right.split() == encoded([*order.place.text], rules)
    swapped = " ".join(encoded([*order.place.text], rules[::-1]))
    assert order.judge(swapped).mistake.startswith("The second merge")


@pytest.mark.parametrize("quiz", QUIZZES, ids=lambda quiz: quiz.seed)
def test_the_right_numbers_are_those_of_the_library_and_of_unicode(quiz):
    character = question(quiz, "Bytes")
    assert character.right == str(len(character.place.text.encode()))

    size = question(quiz, "Vocabulary size")
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=size.place.config.vocab_size, special_tokens=["<unk>"], show_progress=False
    )
    library = tokenizers.Tokenizer(tokenizers.models.BPE(unk_token="<unk>"))
    library.pre_tokenizer = tokenizers.pre_tokenizers.WhitespaceSplit()
    library.train_from_iterator([" ".join([word] * count) for word, count in quiz.corpus.entries], trainer)
    letters = {letter for word, _ in quiz.corpus.entries for letter in word}
    assert size.right == str(library.get_vocab_size() - len(letters) - 1)

    cut = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    space = question(quiz, "Spaces")
    assert tokens_in(space.right) == [cut.pre_tokenize_str(space.place.text)[-1][0]]

    overlap = question(quiz, "Overlaps")
    [(word, times)] = overlap.place.corpus.entries
    counted, run = sum(left == right for left, right in pairwise(word)), max(map(word.count, word))
    assert overlap.right == f"counted {counted * times} times, merged {run // 2 * times}"


@pytest.mark.parametrize("seeds", [range(8), pytest.param(range(8, 520), marks=pytest.mark.fuzz)])
def test_every_question_of_every_seed_has_one_right_answer_and_names_the_mistake_of_each_other(seeds):
    for seed in seeds:
        quiz = Quiz.of_seed(seed)
        assert len(quiz.corpus.entries) == 5
        assert [each.topic for each in quiz.questions] == [*TOPICS]
        for each in quiz.questions:
            texts = [" ".join(answer.text.replace("`", "").split()) for answer in each.answers]
            assert len(set(texts)) == len(texts) >= 3
            assert [answer.text for answer in each.answers if each.judge(answer.text).is_right] == [
                each.right
            ]
            assert all(each.judge(answer.text) == answer for answer in each.answers)
            assert not each.judge("").is_right


def test_a_seed_draws_the_same_everywhere_and_others_draw_other_words():
    assert Quiz.of_seed(0).corpus.entries == (("mat", 4), ("map", 8), ("rats", 4), ("cap", 9), ("rat", 3))
    assert len({Quiz.of_seed(seed).corpus.entries for seed in range(12)}) > 10


def test_topics_are_asked_at_later_steps_until_there_are_as_many_questions():
    words = Corpus.from_word_count_text("low 5, lower 2, newest 6, widest 3")
    quiz = Quiz.of_seed(7, ["Ties", "Frequency"], words, how_many=5)
    assert [each.topic for each in quiz.questions] == [
        *("Frequency", "Frequency (2)", "Frequency (3)", "Ties", "Ties (2)"),
    ]
    # e + s 9 (tie), es + t 9, l + o 7 (tie), lo + w 7, n + e 6 (tie), ne + w 6 (tie), new + est 6
    positions = [each.place.position for each in quiz.questions]
    assert positions == [1, 3, 6, 0, 2]
    merges, _ = reference.learn(dict(words.entries), 99)
    assert [tuple(tokens_in(each.right)) for each in quiz.questions[:3]] == [
        merges[position][0] for position in positions[:3]
    ]
    assert len(Quiz.of_seed(7, ["Bytes"], words, how_many=5).questions) == 1
    assert len(Quiz.of_seed(7, how_many=3).questions) == 3


OWN_WORDS = [
    (
        "hug 10, pug 5, pun 12, bun 4, hugs 5",
        set(),
    ),  # its tie is decided otherwise by the smallest pair alone
    ("Привет 3, мир 2", {"Spaces"}),
    ("aaa 2, aaaa 3", {"Ties", "Order of merges", "Two programs"}),
    ("नमस्ते 4, नमक 3", {"Spaces"}),
    ("ab 1, ba 1", {"Frequency", "Order of merges", "Spaces"}),
]


@pytest.mark.parametrize(("words", "left_out"), OWN_WORDS)
def test_own_words_are_asked_about_what_they_show_and_nothing_else(words, left_out):
    quiz = Quiz.of_seed(7, own_words=Corpus.from_word_count_text(words))
    assert {*TOPICS} - {each.topic for each in quiz.questions} == left_out
    for each in quiz.questions:
        assert [answer.is_right for answer in map(each.judge, (it.text for it in each.answers))].count(
            True
        ) == 1
        assert all(each.judge(answer.text) == answer for answer in each.answers)


def test_a_tie_of_own_words_lists_all_tied_pairs_and_names_a_rule_that_takes_another():
    quiz = Quiz.of_seed(
        7, own_words=Corpus.from_word_count_text("low 1, lower 1, lowest 1, newer 1, wider 1")
    )
    first_seen, _ = reference.learn(dict(quiz.corpus.entries), 1)
    greatest, _ = reference.learn(dict(quiz.corpus.entries), 1, choose=max)

    assert tokens_in(question(quiz, "Ties").prompt) == ["l", "o", "o", "w", "w", "e", "e", "r"]
    assert tokens_in(question(quiz, "Two programs").right) == [*first_seen[0][0], *greatest[0][0]]

    hug = Quiz.of_seed(7, own_words=Corpus.from_word_count_text(OWN_WORDS[0][0]))
    assert tokens_in(question(hug, "Ties").prompt) == ["p", "ug", "hug", "s"]
    assert "smallest pair" in question(hug, "Two programs").prompt


def has_a_tie(words):
    """Whether two pairs share the highest count at any step of the slow trainer."""
    tied = []
    reference.Trainer(words, choose=lambda pairs: tied.append(len(pairs)) or pairs[0]).train(99)
    return max(tied) > 1


def test_a_quiz_has_a_question_on_ties_if_and_only_if_its_words_have_one():
    draw = random.Random(62)
    asked = set()
    for _ in range(25):
        words = {
            "".join(draw.choices("abc", k=draw.randint(2, 5))): draw.randint(1, 30)
            for _ in range(draw.randint(2, 6))
        }
        if len(words) > 1:
            quiz = Quiz.of_seed(7, ["Ties"], Corpus.from_word_counts(words))
            assert bool(quiz.questions) == has_a_tie(words), words
            asked.add(bool(quiz.questions))
    assert asked == {True, False}
