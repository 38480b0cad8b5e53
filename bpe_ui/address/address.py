"""The address of the page: it says what is on screen, and opening it brings that back.

Its parameters may come from anybody.

| parameter | what it says |
|---|---|
| `s` | the link; absent for the first example as it begins |
| `at` | where the page's view stands, whatever the link says |
| `plan` | the lesson plan under way, where there is room |
| `kept` | the key of the corpus, where it is too large for the link; this browser keeps it |
| `visit` | the visit, where it has a score or a class vote: for this browser alone (see `session`) |
"""

from dataclasses import replace

from bpe_core import EXAMPLES
from bpe_ui.address.kept import Kept
from bpe_ui.address.screen import on_screen, page_address, whole_visit
from bpe_ui.address.state import AddressState
from bpe_ui.lesson_plan.plan import LessonPlan
from bpe_ui.lesson_plan.plan_format import PARAMETER as PLAN
from bpe_ui.lesson_plan.plan_format import plan_bytes
from bpe_ui.links.format import link_text, read_link, read_position
from bpe_ui.links.link import MAX_LINK, PARAMETER, Link
from bpe_ui.links.packing import as_text
from bpe_ui.registry.pages import new_settings, pages
from bpe_ui.registry.schema import LinkError
from bpe_ui.training.training import Source
from bpe_ui.visit.session import FIRST_EXAMPLE, VISIT, session

AT = "at"
"""The parameter that says where the page's view stands."""
KEPT = "kept"
"""The parameter with the key of a corpus too large for a link; `NOT_KEPT` where nobody has it."""
NOT_KEPT = "no"
PARAMETERS = {PARAMETER, AT, KEPT}
MOST_CHARACTERS = 50_000
"""More text than that is not even compressed to see whether the link is short enough."""
GONE = (
    "needs a corpus, or merges chosen by hand, that were too many for the browser to keep. Bring the corpus"
    " again under Corpus."
)


def parameters(page: str) -> tuple[dict[str, str], bool]:
    """What the address says, and whether that is all that Share would send.

    What is set on other pages is in it as well, where there is room; and where there is not even
    room for what is set here, the rest is.
    """
    whole, shown = _without_the_usual(whole_visit(page)), _without_the_usual(on_screen(page))
    bare = shown.without([name for name, on in shown.settings.items() if hasattr(on, "content_size")])
    query, is_all = _written(bare), bare == shown
    if query is None:
        query, is_all = _of_kept(bare), False
    else:
        longer = [link for link in (whole, shown) if link != bare]
        longer += [_without_content(link) for link in longer]
        found = next(((link, more) for link in longer if (more := _written(link)) is not None), None)
        query, is_all = (query, is_all) if found is None else (found[1], found[0] in (whole, shown))
    current = session()
    visit = {VISIT: current.name} if current.has_more_than_its_link else {}
    plan = _plan(current.of(LessonPlan), query)
    if plan and not query:  # else it would open at the lesson plan's stop
        query = {PARAMETER: link_text(replace(_usual(), page=page))}
    return query | plan | visit, is_all


def read(query: dict[str, str], page: str) -> Link:
    """What an address of a page says; raises `LinkError`."""
    if query.get(KEPT) in (NOT_KEPT, ""):
        raise LinkError(GONE)
    link = read_link(query[PARAMETER]) if PARAMETER in query else replace(_usual(), page=page)
    return _standing_at(link, read_position(query[AT])) if AT in query else link


def _without_the_usual(link: Link) -> Link:
    return link.without([page for page, settings in link.settings.items() if settings == new_settings(page)])


def _without_content(link: Link) -> Link:
    """A link that names the tokenizers' files and does not hold them: the server may still have them open."""
    return replace(
        link,
        settings={
            page: settings.without_content() if hasattr(settings, "without_content") else settings
            for page, settings in link.settings.items()
        },
    )


def _of_kept(link: Link) -> dict[str, str]:
    """The parameters for a link without its corpus, and the key of the corpus."""
    state, source = session().of(AddressState), link.source
    if state.kept is None or state.kept.source.corpus is not source.corpus:
        state.kept = Kept.of(source)
    query = _written(replace(link, source=_usual().source))
    if query is None or not state.kept.is_stored:
        return {KEPT: NOT_KEPT}
    return {KEPT: state.kept.key, **query}


def _written(link: Link) -> dict[str, str] | None:
    """The parameters for a link; None where they would be too long, or no link can hold it."""
    given = sum(getattr(settings, "content_size", 0) for settings in link.settings.values())
    if link.source.corpus.characters_to_read + given > MOST_CHARACTERS:
        return None
    at, still = _position(link), _standing_at(link, None)
    try:
        query = {} if replace(still, page="train") == _usual() else {PARAMETER: link_text(still)}
    except LinkError:
        return None
    query |= {} if at is None else {AT: str(at)}
    return query if len(page_address()) + sum(map(len, query.values())) <= MAX_LINK else None


def _plan(plan: LessonPlan, query: dict[str, str]) -> dict[str, str]:
    """The plan's parameter; nothing where it would be too long beside the others, or no link can hold it."""
    characters = sum(stop.view.source.corpus.characters_to_read for stop in plan.stops)
    if not plan.stops or characters > MOST_CHARACTERS:
        return {}
    try:
        text = as_text(plan_bytes(plan))
    except LinkError:
        return {}
    return {PLAN: text} if len(page_address()) + sum(map(len, [text, *query.values()])) <= MAX_LINK else {}


def _usual() -> Link:
    """What a visit begins with."""
    return Link(Source.from_example(FIRST_EXAMPLE), EXAMPLES[FIRST_EXAMPLE].config)


def _position(link: Link) -> int | None:
    """Where the view of the link's page stands; None where it begins."""
    page = pages()[link.page]
    if not page.at:
        return link.position or None
    usual = getattr(new_settings(link.page), page.at)
    at = getattr(link.settings.get(link.page), page.at, usual)
    return None if at == usual else at


def _standing_at(link: Link, position: int | None) -> Link:
    if position == _position(link):
        return link
    page = pages()[link.page]
    if not page.at:
        return replace(link, position=position or 0)
    usual = getattr(new_settings(link.page), page.at)
    return link.on(link.page, **{page.at: usual if position is None else position})
