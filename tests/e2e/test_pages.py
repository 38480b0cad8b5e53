"""Every page by its own address, and the way between them."""

from playwright.sync_api import expect

from bpe_core import BPEConfig, Corpus
from bpe_ui.pages.compare.settings.choices import TIE_PICK, ColumnChoice
from bpe_ui.pages.compare.settings.state import Settings
from bpe_ui.pages.tokenize.settings.state import TokenizeSettings
from bpe_ui.visit.links.link import link_text
from bpe_ui.visit.links.screen import Screen
from bpe_ui.visit.registry.pages import pages
from bpe_ui.visit.training.training import Source
from tests.browser.axe import violations
from tests.browser.view_page import expect_at, fits_the_window, part, press, step, width_of_page
from tests.e2e.app_page import open_app, wait_until_drawn, wait_until_idle
from tests.e2e.train_page import close_panel, open_panel, open_train
from tests.ui.hostile import HOSTILE


def hostile_views():
    """Links to the pages that show a corpus, with texts that would do harm; of some pages several views."""
    text = " ".join(text[:60] for text in HOSTILE)
    source, config = Source("text", Corpus.from_text(f"{text} {text}")), BPEConfig()
    own = ColumnChoice("own", HOSTILE[0], BPEConfig(tie_break="last_seen"))
    columns = Settings(choices=(*TIE_PICK[:2], own), text=text, pane="text")
    diagnosis = Settings(view="diagnosis", diagnosis_text="<img src=x onerror=alert(1)> x")
    yield Screen(source, config, page="train", position=2)
    yield Screen(source, config, page="train", predict=True)
    yield Screen(source, config, page="tokenize", settings={"tokenize": TokenizeSettings(text)})
    vocabulary = TokenizeSettings(text, view="vocabulary")
    yield Screen(source, config, page="tokenize", settings={"tokenize": vocabulary})
    yield Screen(source, config, page="compare", settings={"compare": columns})
    yield Screen(source, config, page="compare", settings={"compare": diagnosis})
    yield Screen(source, config, page="hood")


def test_every_page_opens_at_its_address_shows_hostile_text_as_text_and_axe_finds_nothing(page, server):
    titles = [entry.title for entry in pages().values() if entry.is_in_header]
    assert titles == ["Learn", "Train", "Tokenize", "Compare", "Under the hood"]
    links = {}
    for screen in hostile_views():
        links.setdefault(screen.page, []).append(link_text(screen))
    visits = [(name, at, link) for name in pages() for at, link in enumerate(links.get(name, [""]))]
    for name, at, link in visits:
        entry = pages()[name]
        path = entry.path.removeprefix("pages/").removesuffix(".py").removesuffix("app")
        open_app(page, f"{server}/{path}?s={link}" if link else f"{server}/{path}")
        main = page.get_by_test_id("stMain")
        expect(page).to_have_title(f"{entry.title} · BPE Stepper")
        if link:
            expect(main.get_by_test_id("stBidiComponentIsolated").first).to_be_attached()
        expect(main).not_to_contain_text("The address ")
        expect(main.locator("script"), name).to_have_count(1)  # our own
        wait_until_drawn(page)
        assert main.locator("img, [onerror], [onfocus], [onmouseover]").count() == 0, name
        assert main.locator("script").count() == 1, name
        if at == 0:
            expect(page.locator(".st-key-header").get_by_role("link")).to_have_text(titles)
            assert violations(page) == [], name
        expect(page.get_by_test_id("stException")).to_have_count(0)
        expect(page.get_by_test_id("stSidebar")).to_have_count(0)


SEND_IN_BURSTS = """() => {
    const { send } = WebSocket.prototype;
    const waiting = [];
    WebSocket.prototype.send = function (message) { waiting.push([this, message]); };
    const flush = () => { for (const [socket, message] of waiting.splice(0)) send.call(socket, message); };
    setInterval(flush, 500);
}"""


def test_a_step_made_right_before_a_link_counts_on_a_network_that_delivers_in_bursts(page, server):
    open_train(page, server)
    page.evaluate(SEND_IN_BURSTS)
    for position, tokens in ((1, 11), (2, 10)):
        step(page, 1)
        expect_at(page, position)
        page.get_by_role("link", name="Tokenize").click()
        expect(part(page, "tokens").locator(".chip")).to_have_count(tokens)
        page.get_by_role("link", name="Train").click()
        expect_at(page, position)


def test_axe_finds_nothing_in_the_panels_of_the_header(page, server):
    open_train(page, server)
    for name in ("Corpus", "Rules", "Share"):
        open_panel(page, name)
        assert violations(page, within="[data-testid=stPopoverBody]") == [], name
        close_panel(page)


def test_tokenize_fits_has_the_position_of_train_and_goes_to_any_other(page, server):
    open_train(page, server)
    step(page, 1)
    page.get_by_role("link", name="Tokenize").click()
    text = page.get_by_label("Text to tokenize")
    expect(text).to_have_value("bug mug thug unhug")
    tokens = part(page, "tokens").locator(".chip")
    expect(tokens).to_have_count(11)
    wait_until_idle(page)
    assert fits_the_window(page)
    text.press_sequentially(" hugs")
    expect(tokens.locator("visible=true").last).to_have_text("s5")
    expect(tokens).to_have_count(14)
    text.press("Escape")
    press(page, "ArrowRight", 1)
    expect(part(page, "symbols").locator(".chip")).to_have_text(["h", "ug1", "s"])

    page.get_by_role("button", name="Tokenizer", exact=True).click()
    merges = page.locator(".st-key-tokenize_count input")
    merges.fill("7")
    merges.press("Enter")

    expect(tokens.last).to_have_text("hugs12")
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 390, "height": 844})
    assert width_of_page(page) <= 390
    links = page.locator(".st-key-header").get_by_role("link").all()
    assert len({round(each.bounding_box()["y"]) for each in links}) == 1
    page.get_by_role("button", name="Menu").click()
    for name in ("Corpus", "Rules", "Teach", "Share", "Present"):
        expect(page.locator(".st-key-header").get_by_role("button", name=name, exact=True)).to_be_visible()
    page.get_by_role("button", name="Corpus", exact=True).click()
    expect(page.get_by_test_id("stPopoverBody")).to_be_visible()
    wait_until_idle(page)
    page.get_by_role("link", name="Train").click()
    expect(part(page, "sentence")).to_contain_text("The end")
