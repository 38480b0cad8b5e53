"""The address of the page: it describes what is on screen, and opening it brings that back.

Its parameters may come from anybody.

| parameter | what it says |
|---|---|
| `s` | the link; absent for the start of the first example |
| `at` | the position of the page's view, which replaces the link's |
| `plan` | the current lesson plan, if there is room |
| `kept` | the name of the corpus, if it is too large for the link; the server keeps it with the visit |
| `class` | the class that is held, for the case that the server is started again meanwhile |
| `visit` | the visit, if it has more than the address; only for this browser (see `session`) |
"""

from dataclasses import replace

from bpe_ui.frame.address.page_address import page_address
from bpe_ui.frame.address.state import AddressState
from bpe_ui.visit.lesson_plan.plan import LessonPlan
from bpe_ui.visit.lesson_plan.plan_format import PARAMETER as PLAN
from bpe_ui.visit.lesson_plan.plan_format import plan_bytes
from bpe_ui.visit.links.link import PARAMETER, link_text, read_link, read_position
from bpe_ui.visit.links.packing import MAX_LINK, as_text
from bpe_ui.visit.links.screen import IN_ADDRESS, ON_SERVER, Screen
from bpe_ui.visit.registry.pages import pages, settings_class
from bpe_ui.visit.registry.schema import MAX_POSITION, LinkError
from bpe_ui.visit.session import VISIT, session

AT = "at"
"""The parameter with the position of the page's view."""
CLASS = "class"
"""The parameter with the class that is held."""
KEPT = "kept"
"""The parameter with the name of a corpus too large for a link."""
PARAMETERS = {PARAMETER, AT, KEPT}
AT_LENGTH = len(str(MAX_POSITION))
MOST_CHARACTERS = 50_000
"""A text longer than this is not even compressed to see whether the link is short enough."""
GONE = "needs a corpus that was too large for it, and this server no longer has it: add the corpus again."


def parameters(page: str) -> dict[str, str]:
    """The parameters of the address, as much of the screen as there is room for."""
    current = session()
    screen, state = current.screen(page), current.state(AddressState)
    still = _standing_at(screen, None)
    if state.written is None or state.written[0] != still:
        state.written = still, *_written(still)
    _, query, is_whole = state.written
    at = _position(screen)
    query = query | ({} if at is None else {AT: str(at)})
    visit = {VISIT: current.name} if current.has_more_than_its_link or not is_whole else {}
    plan = _plan(current.state(LessonPlan), query)
    if plan and not query:  # else the address would open at the lesson plan's stop
        query = {PARAMETER: link_text(replace(Screen.of_new_visit(), page=page))}
    held = current.state(AddressState).class_held
    return query | plan | visit | ({CLASS: held} if held else {})


def read(query: dict[str, str], page: str) -> Screen:
    """The link in an address of a page; raises `LinkError`."""
    screen = read_link(query[PARAMETER]) if PARAMETER in query else replace(Screen.of_new_visit(), page=page)
    if KEPT in query:
        state = session().state(AddressState)
        kept = state.find(query[KEPT])
        state.is_corpus_missing = kept is None
        if kept is None:
            raise LinkError(GONE)
        screen = replace(screen, source=kept.source, forced_merges=kept.forced_merges)
    return _standing_at(screen, read_position(query[AT])) if AT in query else screen


def _written(screen: Screen) -> tuple[dict[str, str], bool]:
    """The parameters for a screen at its start, and whether they hold all of it."""
    for left_out in IN_ADDRESS:
        if (text := _text(screen.without(left_out))) is not None:
            return text, left_out == IN_ADDRESS[0]
    kept = {KEPT: session().state(AddressState).keep(screen)}
    for left_out in IN_ADDRESS:
        if (text := _text(screen.without((*left_out, *ON_SERVER)))) is not None:
            return kept | text, False
    return kept, False


def _text(screen: Screen) -> dict[str, str] | None:
    """The parameter for a screen at its start; None if it would be too long, or no link can hold it."""
    if screen.characters > MOST_CHARACTERS:
        return None
    if replace(screen, page="train") == Screen.of_new_visit():
        return {}
    try:
        text = link_text(screen)
    except LinkError:
        return None
    return {PARAMETER: text} if len(page_address()) + len(text) <= MAX_LINK - AT_LENGTH else None


def _plan(plan: LessonPlan, query: dict[str, str]) -> dict[str, str]:
    """The plan's parameter; empty if it would be too long with the others, or if no link can hold it."""
    characters = sum(stop.view.source.corpus.characters_to_read for stop in plan.stops)
    if not plan.stops or characters > MOST_CHARACTERS:
        return {}
    try:
        text = as_text(plan_bytes(plan))
    except LinkError:
        return {}
    return {PLAN: text} if len(page_address()) + sum(map(len, [text, *query.values()])) <= MAX_LINK else {}


def _position(screen: Screen) -> int | None:
    """The position of the view on the link's page; None at its start."""
    page = pages()[screen.page]
    if not page.at:
        return screen.position or None
    usual = getattr(settings_class(screen.page)(), page.at)
    at = getattr(screen.settings.get(screen.page), page.at, usual)
    return None if at == usual else at


def _standing_at(screen: Screen, position: int | None) -> Screen:
    if position == _position(screen):
        return screen
    page = pages()[screen.page]
    if not page.at:
        return replace(screen, position=position or 0)
    usual = getattr(settings_class(screen.page)(), page.at)
    return screen.on(screen.page, **{page.at: usual if position is None else position})
