"""A class votes: a student's page follows the teacher's screen by itself, and keeps its vote."""

from playwright.sync_api import expect

from tests.e2e.app_page import open_app


def test_a_student_joins_votes_and_sees_the_answer_when_the_teacher_opens_it_whoever_reloads_meanwhile(
    server, new_page
):
    teacher, student = new_page(), new_page()
    open_app(teacher, server)
    teacher.get_by_role("button", name="Predict").click()
    teacher.get_by_role("button", name="Let the class vote").click()
    expect(teacher.get_by_text("This address works on this computer only.")).to_be_visible()
    code = "".join(teacher.locator(".room-code").inner_text().split())

    open_app(student, f"{server}/vote")
    student.get_by_label("Code: 6 letters and digits").fill(code.lower())
    student.get_by_role("button", name="Join").click()
    says = student.get_by_test_id("stApp").locator("[data-role=sentence]")
    expect(says).to_have_text("You are in.")
    expect(teacher.get_by_text("1 person has joined")).to_be_visible()

    teacher.get_by_role("button", name="Show the question").click()
    student.get_by_role("button", name="p + u").click()
    expect(says).to_have_text("Your vote: p + u.")
    student.reload()
    expect(says).to_have_text("Your vote: p + u.")
    student.get_by_role("button", name="u + g").click()
    expect(teacher.locator(".st-key-vote_panel .cmp-line")).to_have_text("1 of 1 has voted")
    expect(teacher.locator(".vote-bars")).to_have_count(0)

    teacher.reload()
    expect(teacher.locator(".st-key-vote_panel .cmp-line")).to_have_text("1 of 1 has voted")
    teacher.get_by_role("button", name="Reveal").click()
    expect(teacher.locator(".st-key-vote_panel .cmp-line")).to_have_text("1 of 1 chose u + g.")
    expect(says).to_have_text("Right: u + g is next; it occurs 20 times.")
    teacher.keyboard.press("ArrowRight")
    expect(says).to_have_text("Which pair is merged next?")
    teacher.get_by_role("button", name="End vote").click()
    expect(student.get_by_text("The vote has ended.")).to_be_visible()
    expect(teacher.locator(".st-key-vote_panel")).to_have_count(0)


def test_a_class_vote_begins_in_present_too_and_the_question_stays_large(server, page):
    open_app(page, server)
    page.get_by_role("button", name="Present").click()
    page.get_by_role("button", name="Let the class vote").click()

    expect(page.locator(".room-code")).to_be_visible()
    page.get_by_role("button", name="Show the question").click()
    expect(page.get_by_text("Which pair does the rule merge next?")).to_be_visible()
    expect(page.get_by_role("button", name="Exit")).to_be_visible()
    expect(page.locator(".st-key-vote_panel")).to_contain_text("0 of 0 have voted")
