"""The address of the page: it describes what is on screen, and opening it brings that back.

Its parameters may come from anybody.

| parameter | what it says |
|---|---|
| `s` | the link; absent for the start of the first example |
| `at` | the position of the page's view, which replaces the link's |
| `plan` | the current lesson plan, if there is room |
| `kept` | the name of the corpus, if it is too large for the link; the server keeps it with the visit |
| `visit` | the visit, if it has more than the address; only for this browser (see `session`) |
"""

from dataclasses import replace

from bpe_core import EXAMPLES
from bpe_ui.frame.address.screen import on_screen, page_address, whole_visit
from bpe_ui.frame.address.state import AddressState
from bpe_ui.visit.lesson_plan.plan import LessonPlan
from bpe_ui.visit.lesson_plan.plan_format import PARAMETER as PLAN
from bpe_ui.visit.lesson_plan.plan_format import plan_bytes
from bpe_ui.visit.links.link import PARAMETER, Link, link_text, read_link, read_position
from bpe_ui.visit.links.packing import MAX_LINK, as_text
from bpe_ui.visit.registry.pages import pages, settings_class
from bpe_ui.visit.registry.schema import LinkError
from bpe_ui.visit.session import FIRST_EXAMPLE, VISIT, session
from bpe_ui.visit.training.training import Source

AT = "at"
"""The parameter with the position of the page's view."""
KEPT = "kept"
"""The parameter with the name of a corpus too large for a link."""
PARAMETERS = {PARAMETER, AT, KEPT}
MOST_CHARACTERS = 50_000
"""A text longer than this is not even compressed to see whether the link is short enough."""
GONE = "needs a corpus that was too large for it, and this server no longer has it: add the corpus again."


def parameters(page: str) -> dict[str, str]:
    """The parameters of the address.

    If there is room, they also hold what is set on other pages. If there is not even room for what is set
    here, that is left out.
    """
    whole, shown = _without_the_usual(whole_visit(page)), _without_the_usual(on_screen(page))
    bare = shown.without([name for name, on in shown.settings.items() if hasattr(on, "content_size")])
    query = _written(bare)
    if query is None:
        query = _of_kept(bare)
    else:
        longer = [link for link in (whole, shown) if link != bare]
        longer += [_without_content(link) for link in longer]
        query = next((more for link in longer if (more := _written(link)) is not None), query)
    current = session()
    visit = {VISIT: current.name} if current.has_more_than_its_link or query != _written(whole) else {}
    plan = _plan(current.state(LessonPlan), query)
    if plan and not query:  # else the address would open at the lesson plan's stop
        query = {PARAMETER: link_text(replace(_usual(), page=page))}
    return query | plan | visit


def read(query: dict[str, str], page: str) -> Link:
    """The link in an address of a page; raises `LinkError`."""
    link = read_link(query[PARAMETER]) if PARAMETER in query else replace(_usual(), page=page)
    if KEPT in query:
        state = session().state(AddressState)
        kept = state.find(query[KEPT])
        state.is_corpus_missing = kept is None
        if kept is None:
            raise LinkError(GONE)
        link = replace(link, source=kept.source, forced_merges=kept.forced_merges)
    return _standing_at(link, read_position(query[AT])) if AT in query else link


def _without_the_usual(link: Link) -> Link:
    return link.without(
        [page for page, settings in link.settings.items() if settings == settings_class(page)()]
    )


def _without_content(link: Link) -> Link:
    """A link that names the tokenizers' files without their content: the server may still have them open."""
    return replace(
        link,
        settings={
            page: settings.without_content() if hasattr(settings, "without_content") else settings
            for page, settings in link.settings.items()
        },
    )


def _of_kept(link: Link) -> dict[str, str]:
    """The parameters for a link without its corpus and its merges, which the server keeps."""
    name = session().state(AddressState).keep(link)
    return {KEPT: name, **(_written(replace(link, source=_usual().source, forced_merges=())) or {})}


def _written(link: Link) -> dict[str, str] | None:
    """The parameters for a link; None if they would be too long, or no link can hold it."""
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
    """The plan's parameter; empty if it would be too long with the others, or if no link can hold it."""
    characters = sum(stop.view.source.corpus.characters_to_read for stop in plan.stops)
    if not plan.stops or characters > MOST_CHARACTERS:
        return {}
    try:
        text = as_text(plan_bytes(plan))
    except LinkError:
        return {}
    return {PLAN: text} if len(page_address()) + sum(map(len, [text, *query.values()])) <= MAX_LINK else {}


def _usual() -> Link:
    """The link of a new visit."""
    return Link(Source.from_example(FIRST_EXAMPLE), EXAMPLES[FIRST_EXAMPLE].config)


def _position(link: Link) -> int | None:
    """The position of the view on the link's page; None at its start."""
    page = pages()[link.page]
    if not page.at:
        return link.position or None
    usual = getattr(settings_class(link.page)(), page.at)
    at = getattr(link.settings.get(link.page), page.at, usual)
    return None if at == usual else at


def _standing_at(link: Link, position: int | None) -> Link:
    if position == _position(link):
        return link
    page = pages()[link.page]
    if not page.at:
        return replace(link, position=position or 0)
    usual = getattr(settings_class(link.page)(), page.at)
    return link.on(link.page, **{page.at: usual if position is None else position})
