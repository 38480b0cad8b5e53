"""A class works on its phones: a quiz, up to Class results, and a lesson; networks get lost on the way."""

from urllib.parse import urlsplit

from playwright.sync_api import expect

from bpe_core.studies.quiz import Quiz
from bpe_ui.pages.quiz.paper import sheet_html
from bpe_ui.pages.quiz.state import QuizSettings
from bpe_ui.visit.lesson_plan.plan_format import plan_bytes
from bpe_ui.visit.links.link import decode
from bpe_ui.visit.links.packing import as_text
from tests.browser.axe import violations
from tests.browser.view_page import expect_at, pair_row, part
from tests.e2e.app_page import open_app, wait_until_drawn, wait_until_idle
from tests.e2e.train_page import start_class
from tests.ui.plans import HUG_PLAN

PHONE = {"width": 390, "height": 844}
LOST = "The connection is lost; trying again."
QUESTIONS = Quiz.of_seed(7).questions
HOVERED_WITHOUT_A_MOUSE = """() => {
    const found = [];
    const read = (rules, isGuarded) => {
        for (const rule of rules) {
            if (rule.selectorText?.includes(":hover") && !isGuarded) found.push(rule.selectorText);
            read(rule.cssRules ?? [], isGuarded || rule.conditionText === "(hover: hover)");
        }
    };
    for (const sheet of document.styleSheets) read(sheet.cssRules, false);
    return found;
}"""
"""The selectors of the page's styles that a finger would leave hovered."""
ANSWER_WHILE_IT_CONNECTS = """() => {
    phone.connection.lose();
    phone.connection.connect();
    document.querySelector(".option").click();
}"""


def begin_class(teacher, address, *phones):
    """The teacher starts a class on a page, and the phones join it."""
    open_app(teacher, address)
    start_class(teacher)
    port = urlsplit(teacher.locator(".room-address").inner_text()).port
    code = "".join(teacher.locator(".room-code").inner_text().split())
    for phone in phones:
        phone.set_viewport_size(PHONE)
        phone.goto(f"http://127.0.0.1:{port}/?room={code}")
        expect(phone.locator("[data-role=sentence]")).to_have_text("You are in.")
    teacher.get_by_role("button", name="Go on").click()
    wait_until_idle(teacher)


def options(phone):
    return phone.locator(".option")


def go_to(phone, number):
    phone.get_by_role("group", name="Questions").get_by_role("button").nth(number - 1).click()


def choose(phone, number, is_right=True):
    """Answer a question that has options."""
    answers = QUESTIONS[number - 1].answers
    go_to(phone, number)
    options(phone).nth(next(at for at, each in enumerate(answers) if each.is_right == is_right)).click()


def type_answer(phone, number, answer):
    go_to(phone, number)
    phone.get_by_role("textbox").fill(answer)
    phone.get_by_role("button", name="Answer", exact=True).click()


def test_a_class_does_a_quiz_and_its_sheets_stand_on_class_results(server, new_page):
    teacher, ada, alan = (new_page() for _ in range(3))
    begin_class(teacher, f"{server}/quiz", ada, alan)
    number = teacher.get_by_label("Number of the quiz")
    number.fill("7")
    number.press("Enter")
    expect(teacher.locator(".st-key-quiz_words")).to_contain_text("nut 15")
    teacher.get_by_role("button", name="Send to the class").click()
    bar = teacher.locator(".st-key-handout_bar")
    expect(bar).to_contain_text("Quiz 7 is on the phones: 0 of 2 have handed it in.")
    expect(teacher.get_by_role("button", name="Send to the class")).to_have_count(0)

    # Ada answers, changes an answer, reloads, and goes on where she was.
    expect(ada.get_by_text("The corpus:")).to_contain_text("nut 15")
    expect(options(ada)).to_have_count(len(QUESTIONS[0].answers))
    assert violations(ada) == []
    assert ada.evaluate(HOVERED_WITHOUT_A_MOUSE) == []
    choose(ada, 1, is_right=False)
    choose(ada, 1)
    expect(ada.get_by_text("You can change it until you hand in.")).to_be_visible()
    ada.reload()
    expect(ada.locator(".topic")).to_have_text("Ties")
    go_to(ada, 1)
    expect(options(ada).and_(ada.locator("[aria-pressed=true]"))).to_have_count(1)

    # What cannot be read is asked again; what stands in the field is taken on the way.
    type_answer(ada, 5, "four")
    expect(ada.get_by_text("Once more. Type one number, in digits.")).to_be_visible()
    go_to(ada, 4)
    ada.get_by_role("textbox").fill(QUESTIONS[3].right)
    go_to(ada, 10)
    ada.get_by_role("button", name="Next").click()
    expect(ada.get_by_text("2 of 10 questions are answered.")).to_be_visible()
    expect(ada.get_by_role("button", name="Question 5, look again")).to_be_visible()
    hand_in = ada.get_by_role("button", name="Hand in")
    hand_in.click()
    asks = "7 questions have no answer yet. The answer to question 5 cannot be read, and counts as wrong."
    expect(ada.get_by_role("alert")).to_contain_text(asks)

    # She answers while the phone connects, while the network is gone, and before it notices; nothing is lost.
    go_to(ada, 2)
    ada.evaluate(ANSWER_WHILE_IT_CONNECTS)
    expect(ada.get_by_text("You can change it until you hand in.")).to_be_visible()
    go_to(ada, 5)
    ada.evaluate("phone.connection.socket.send = () => {}")
    type_answer(ada, 5, QUESTIONS[4].right)
    ada.context.set_offline(True)
    expect(ada.get_by_text(LOST)).to_be_visible()
    choose(ada, 2, is_right=False)
    ada.context.set_offline(False)
    expect(ada.get_by_text(LOST)).to_be_hidden()
    expect(ada.get_by_text("You can change it until you hand in.")).to_be_visible()
    go_to(ada, 10)
    ada.get_by_role("button", name="Next").click()
    expect(ada.get_by_text("4 of 10 questions are answered.")).to_be_visible()
    ada.get_by_label("Your name").fill("<b>Ada")
    hand_in.click()
    expect(ada.get_by_role("alert")).to_contain_text("6 questions have no answer yet.")
    hand_in.click()
    expect(ada.get_by_text("Handed in. You will see the answers here when")).to_be_visible()
    expect(bar).to_contain_text("1 of 2 has handed it in.")
    assert violations(ada) == []
    go_to(ada, 2)
    for option in options(ada).all():
        expect(option).to_be_disabled()

    # Alan is in the middle of it when the teacher ends the quiz from another page; his answers count, under
    # the name that he has typed.
    choose(alan, 1)
    choose(alan, 3, is_right=False)
    expect(alan.get_by_text("You can change it until you hand in.")).to_be_visible()
    teacher.get_by_role("link", name="Train").click()
    go_to(alan, 10)
    alan.get_by_role("button", name="Next").click()
    alan.get_by_label("Your name").fill("Alan")
    alan.get_by_label("Your name").blur()
    alan.reload()
    go_to(alan, 10)
    alan.get_by_role("button", name="Next").click()
    expect(alan.get_by_label("Your name")).to_have_value("Alan")
    teacher.get_by_role("button", name="End quiz").click()

    # Both read why their answers are right, and which mistake it was, until they go to the class.
    go_to(ada, 2)
    mistake = next(answer.mistake for answer in QUESTIONS[1].answers if answer.mistake)
    expect(ada.get_by_role("status").filter(has_text="Not right.")).to_contain_text(mistake.replace("`", ""))
    for phone, right in ((ada, "Ada: 3 of 10 answers are right."), (alan, "Alan: 1 of 10 answers is right.")):
        expect(phone.get_by_text("The quiz has ended.")).to_be_visible()
        go_to(phone, 1)
        expect(phone.get_by_text("Right.", exact=True)).to_be_visible()
        go_to(phone, 10)
        phone.get_by_role("button", name="Next").click()
        expect(phone.get_by_text(right)).to_be_visible()
        expect(phone.get_by_role("button", name="Hand in")).to_be_hidden()
    assert violations(alan) == []
    alan.reload()
    expect(alan.get_by_text("The quiz has ended.")).to_be_visible()
    ada.get_by_role("button", name="To the class").click()
    expect(heading(ada)).to_have_text("The vote is closed.")
    expect(ada.locator(".quiz")).to_have_count(0)
    expect(teacher.locator(".st-key-results_answers_0")).to_contain_text("2 (100%), right")
    rows = teacher.locator(".numbers tbody tr")
    expect(rows).to_have_count(1)  # the class, and nobody by name, until the teacher asks for it
    teacher.get_by_text("Show names and marks").click()
    expect(rows).to_have_text(
        ["<b>Ada73 of 10✓✗–✓✓–––––", "Alan71 of 10✓–✗–––––––", "Right, of 2 sheets4 of 2020011–––––"]
    )
    hardest = "0 of 2 got each right."
    expect(teacher.get_by_text(hardest)).to_be_visible()
    expect(teacher.get_by_label("Links that your students handed in")).to_be_hidden()
    assert all("ERR_INTERNET_DISCONNECTED" in error for error in ada.console_errors)
    ada.console_errors.clear()


def heading(phone):
    return phone.locator("[data-role=sentence]:visible").first


def test_a_class_reads_a_part_of_a_lesson_and_each_student_goes_on_from_there(server, new_page):
    teacher, ada, alan = (new_page() for _ in range(3))
    begin_class(teacher, f"{server}/learn?plan={as_text(plan_bytes(HUG_PLAN))}", ada, alan)
    teacher.get_by_role("link", name="Learn").click()
    teacher.get_by_role("button", name="hug, pug, pun").click()
    teacher.get_by_role("button", name="Send to the class").click()
    expect(teacher.locator(".st-key-handout_bar")).to_contain_text("is on the 2 phones of the class.")
    wait_until_drawn(teacher)  # each run of the page may draw the bars anew
    bars = (teacher.locator(f".st-key-{bar}_bar button").last for bar in ("plan", "handout"))
    plan, end = (button.bounding_box() for button in bars)
    assert plan["y"] + plan["height"] < end["y"]
    for phone in (ada, alan):
        expect(heading(phone)).to_have_text("Count the pairs")
        expect(phone.get_by_text("A tokenizer learns from a text")).to_contain_text("hug 10")
        expect_at(phone, 0)
    assert violations(ada) == []

    # Ada steps through the stage, answers, reloads, and goes on; Alan stays where the class is.
    part(ada, "merge").click()
    expect_at(ada, 1)
    options(ada).nth(0).click()
    expect(ada.get_by_text("Not right.")).to_be_visible()
    options(ada).nth(1).click()
    expect(ada.get_by_text("Right.")).to_be_visible()
    ada.reload()
    expect(ada.get_by_text("Right.")).to_be_visible()
    ada.get_by_role("button", name="Next", exact=True).click()
    expect(heading(ada)).to_have_text("The first merge")
    ada.context.set_offline(True)
    expect(ada.get_by_text(LOST)).to_be_visible()
    ada.get_by_role("textbox", name="How often").fill("12 ")  # as the keyboards of phones end a word
    ada.get_by_role("button", name="Answer", exact=True).click()
    ada.context.set_offline(False)
    expect(ada.get_by_text("Right.")).to_be_visible()
    ada.get_by_role("button", name="Next", exact=True).click()

    # She predicts the next merge, whose count is hidden, and the phone names her mistake.
    expect(heading(ada)).to_have_text("What comes next?")
    expect_at(ada, 2)
    expect(ada.locator(".pairs-panel")).to_contain_text("h + ug")
    expect(ada.locator(".pairs-panel")).not_to_contain_text("15")
    pair_row(ada, "p + un").get_by_role("button").first.click()
    expect(part(ada, "pick")).to_have_text("Your pick: p + un")
    part(ada, "commit").click()
    said = "Not this one: p + un is second, with 12; h + ug occurs 15 times."
    expect(ada.locator(".stage [data-role=sentence]")).to_have_text(said)
    expect(heading(alan)).to_have_text("Count the pairs")

    # The teacher sends another part: of a view that only the app has, phones get the facts.
    for title in ("The first merge", "What comes next?", "A merge of a merge", "New words"):
        teacher.locator(".st-key-learn_next button").click()
        expect(teacher.get_by_role("heading", name=title)).to_be_visible()
    wait_until_idle(teacher)
    teacher.get_by_role("button", name="Send to the class").click()
    for phone in (ada, alan):
        expect(heading(phone)).to_have_text("New words")
        expect(phone.locator(".still")).to_contain_text("Their ids: 0 7 none 7 none 9")
    assert violations(alan) == []
    teacher.get_by_role("button", name="Bring the class back").click()
    for phone in (ada, alan):
        expect(heading(phone)).to_have_text("The vote is closed.")
        expect(phone.locator(".lesson")).to_have_count(0)
    assert all("ERR_INTERNET_DISCONNECTED" in error for error in ada.console_errors)
    ada.console_errors.clear()


def test_a_sheet_as_a_file_asks_once_about_empty_answers_and_saves_the_others(new_page, tmp_path):
    student, file = new_page(), tmp_path / "sheet.html"
    file.write_bytes(sheet_html(QuizSettings(7)))
    student.goto(file.as_uri())
    student.get_by_role("radio").first.check()
    save = student.get_by_role("button", name="Save my answers")
    save.click()
    expect(student.get_by_role("status")).to_contain_text("9 questions have no answer yet.")

    with student.expect_download() as download:
        save.click()
    answers = decode(download.value.path().read_bytes()).settings["quiz"].answers
    assert answers == (QUESTIONS[0].answers[0].text, *[""] * 9)
    expect(student.get_by_role("status")).to_contain_text("1 of 10 answers")
