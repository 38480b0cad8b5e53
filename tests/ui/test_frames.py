from bpe_ui.stage.text.visible import pair_label


def test_a_pair_on_an_axis_is_short_and_plain():
    assert pair_label(("a" * 50, " ")) == "a" * 15 + "… + ␣"
