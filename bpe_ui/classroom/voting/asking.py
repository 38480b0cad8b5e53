"""Shows the class the teacher's stage, and asks it what predict mode asks the teacher."""

from dataclasses import replace

from bpe_ui.classroom.voting.class_vote import ClassVote
from bpe_ui.classroom.voting.room import Room, TeachersStage, VoteQuestion, VoteWord
from bpe_ui.stage.text.sentences import say_plainly
from bpe_ui.stage.text.verdicts import with_printed_words
from bpe_ui.visit.training.predicting import Predicting
from bpe_ui.visit.training.training import Training
from bpe_ui.visit.visit import Visit

WORDS_ASKED = 60
"""How many words are shown at most, from the start of the corpus."""
LONGEST_WORD = 100
"""Words with more characters are left out."""
PAIRS_ASKED = 40
"""How many pairs there are to choose from at most: the most frequent ones."""


def tell_class(visit: Visit, message: str = "") -> None:
    """Let the class, if there is one, see what the stage was last told, and ask and answer what it does."""
    room = visit.state(ClassVote).room
    if room is None:
        return
    if message:
        # While the teacher predicts, the stage has what the class has to find.
        is_shown = not visit.predicting or visit.training.stepper.is_done
        room.stage = _stage(visit, message) if is_shown else None
    follow(room, visit.training, visit.predictions, is_busy=visit.task is not None)
    room.tell()


def tell_position(room: Room, visit: Visit) -> None:
    """Let the class go where the teacher has gone, before another window is made for the teacher's
    stage: most steps are in the window that the class has."""
    position = visit.training.stepper.position
    if room.stage is None or visit.predicting:
        return
    if room.stage.history_id == visit.training.history_id and position in room.stage.window:
        room.stage = replace(room.stage, position=position)
        room.tell()


def _stage(visit: Visit, message: str) -> TeachersStage:
    window = visit.training.window(alone=visit.task is not None)
    positions = range(window.first, window.last + 1)
    return TeachersStage(message, visit.training.stepper.position, visit.training.history_id, positions)


def follow(room: Room, training: Training, predicting: Predicting, *, is_busy: bool) -> None:
    """Let the room show what the teacher's screen shows."""
    position = training.stepper.position
    about = training.serial, position, training.merge(position - 1)
    state = room.state_of(about)
    if is_busy or not predicting.on or training.stepper.is_done or training.next_is_given:
        room.ask(None)
    elif predicting.revealed != position:
        if state == "closed":
            room.open_again()
        elif state != "open":
            room.ask(question(training, about))
    elif state in ("open", "closed"):
        _reveal(room, training)
    elif state is None:
        room.ask(None)


def question(training: Training, about: object) -> VoteQuestion:
    """The words as they are split at the training's position, and the pairs in them in character order."""
    stepper = training.stepper
    first = [row for row in stepper.words[:WORDS_ASKED] if len(row.word) <= LONGEST_WORD]
    splits = stepper.splits([row.word for row in first])
    pairs = [row.pair for row in stepper.pair_counts(PAIRS_ASKED)]
    return VoteQuestion(
        about,
        tuple(VoteWord(splits[row.word], row.count) for row in first),
        len(stepper.words) - len(first),
        tuple(sorted(pairs)),
        stepper.view.statistics().distinct_pairs - len(pairs),
        say_plainly("{source.title}, merge {next:,}", source=training.source, next=stepper.position + 1),
        training.config.alphabet == "bytes",
    )


def _reveal(room: Room, training: Training) -> None:
    view = training.stepper.view
    rows = view.pair_counts(PAIRS_ASKED)
    tied = [row.pair for row in rows if row.count == rows[0].count]
    room.reveal(tied, lambda pair: with_printed_words(view.judge(pair), training.config))
