"""Who has used most of the libraries waits longest."""

from bpe_ui.machine.worker_pool.turns import Turn, Turns

TICK = 0.05


def waits(needs, most=4):
    """How long each call waits before it runs for the last time.

    `needs` has visit -> (when it begins to wait, how long it needs).
    """
    turns, now, waited = Turns(most), 0.0, {}
    all_of = {name: Turn(name, number) for number, name in enumerate(needs)}
    waiting, running = set(), set()
    while len(waited) < len(needs) or running:
        for name, (begins, _) in needs.items():
            if begins <= now < begins + TICK:
                turns.wait(all_of[name])
                waiting.add(name)
        for name in sorted(running):
            if now - all_of[name].asked_at >= needs[name][1]:
                turns.end(all_of[name], now)
                running.remove(name)
        given = turns.giving_way(now)
        if given is not None:
            turns.end(given, now)
            turns.wait(given)
            running.remove(given.visit)
            waiting.add(given.visit)
        for name in list(waiting):
            if turns.may_begin(all_of[name], now):
                turns.begin(all_of[name])
                all_of[name].asked_at = now
                waiting.remove(name)
                running.add(name)
                waited[name] = now - needs[name][0]
        now += TICK
    return waited


def test_a_short_call_waits_for_no_row_of_slow_ones():
    slow = {f"slow {number}": (0.0, 5.0) for number in range(24)}
    for begins in (4.0, 10.0, 20.0):
        assert waits({**slow, "short": (begins, 0.1)})["short"] < 1.5


def test_slow_calls_run_in_the_end_and_at_most_half_of_them_at_a_time():
    slow = {f"slow {number}": (0.0, 5.0) for number in range(8)}
    assert max(waits(slow, most=4).values()) < 8 * 5.0 / 2 + 5


def begun(turns, turn, now):
    turns.wait(turn)
    turns.begin(turn)
    turn.asked_at = now


def test_who_waits_for_an_object_that_is_being_made_does_not_end_that_soon():
    turns = Turns(most=2)
    making, waiting = Turn("a", number=1), Turn("b", number=1)
    begun(turns, making, now=0.0)
    making.is_making = True
    turns.wait(waiting)

    assert not turns.may_begin(waiting, now=2.0)
    assert turns.giving_way(now=2.0) is None
    making.is_making = False
    assert turns.giving_way(now=2.0) is making
