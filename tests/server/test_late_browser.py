"""A browser that has not heard yet that a widget is gone tells its value once more: nothing happens twice."""

from tests.e2e.train_visitor import TrainVisitor
from tests.visitor import in_a_thread


def visit(server, does):
    """What somebody with a late browser does, from the first page on."""

    async def in_one_visit():
        async with TrainVisitor(server.url, is_late=True) as visitor:
            await visitor.open()
            return await does(visitor)

    return in_a_thread(in_one_visit())


def test_a_file_is_read_once_and_the_steps_after_it_stay(running_server):
    async def train(visitor):
        await visitor.bring_corpus("words.csv", b"hug,10\npug,5\nhugs,5")
        await visitor.step_to(1, 2)
        await visitor.open()
        return visitor.stage["position"]

    assert visit(running_server, train) == 2


def test_a_quiz_stays_handed_in_when_its_page_was_left(running_server):
    async def hand_in(visitor):
        await visitor.open("quiz")
        await visitor.put("quiz_seed", double_value=7)
        await visitor.click("quiz_done")
        await visitor.click("quiz_done")  # although no question was answered
        await visitor.open()
        await visitor.step_to(1)
        await visitor.open("quiz")
        return [button.label for button in visitor.all_of("button")]

    assert "Hand in" not in visit(running_server, hand_in)


def test_the_next_view_of_a_plan_keeps_its_texts_when_one_was_removed(running_server):
    async def remove(visitor):
        for key in ("plan_ready_45", "plan_remove", "plan_shift_1"):
            await visitor.put("teach_popover", bool_value=True)
            if key == "plan_remove":
                title = next(each.id for each in visitor.all_of("text_input") if "plan_title" in each.id)
                await visitor.put(title.split("-", 2)[2], string_value="Mine")
            await visitor.click(key)
        return next(each.options for each in visitor.all_of("selectbox") if "plan_stop" in each.id)

    assert not any("Mine" in view for view in visit(running_server, remove))
